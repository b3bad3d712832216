package qonto

import (
	"context"
	"net/http"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/rest"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/tsv"
)

// The fields of the login form.
const (
	loginField  = "login"
	secretField = "secret_key"
)

// vendor is the API. Both halves of the login are the header as they are, with neither
// a scheme nor base64.
var vendor = rest.API{
	Name: "Qonto",
	Credential: func(a connector.Account) http.Header {
		return http.Header{"Authorization": {a.Fields[loginField] + ":" + a.Fields[secretField]}}
	},
	Words: words,
	Meanings: []rest.Meaning{
		{Status: http.StatusUnauthorized, Is: guild.CodeRejected, Says: "the login or the secret key is not accepted", Hint: "copy both from Integrations, API key, in Qonto, and connect again", Ends: true},
		{Status: http.StatusForbidden, Is: guild.CodeDenied, Says: "the key, or the role of who made it, does not cover this"},
		{Status: http.StatusPreconditionRequired, Is: guild.CodeDenied, Says: "it asks for a confirmation by the account's holder, which a key cannot give"},
		{Status: http.StatusNotFound, Is: guild.CodeNotFound, Says: "there is no such transaction or bank account"},
		{Status: http.StatusBadRequest, Is: guild.CodeInvalid, Says: "the arguments are refused"},
		{Status: http.StatusUnprocessableEntity, Is: guild.CodeInvalid, Says: "the arguments are refused"},
	},
}

// maxHint is how long the name of an organisation may be, in characters.
const maxHint = 100

// check asks which organisation a login is of. Its legal name is the hint; the other
// name that it has is the login, which is a secret.
func check(ctx context.Context, a connector.Account) (string, error) {
	var answer struct {
		Organization struct {
			LegalName string `json:"legal_name"` // null where there is none
		} `json:"organization"`
	}
	err := vendor.Get(ctx, a, rest.At("/v2/organization"), nil, &answer)
	return tsv.Clip(answer.Organization.LegalName, maxHint), err
}
