package google

import (
	"encoding/json"
	"net/http"
	"slices"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/rest"
	"github.com/guildsbox/guilds/internal/guild"
)

// API is any of Google's REST APIs; the account has the address of the one that is
// meant. A refused call has the code rejected where a new login helps, unsupported
// where the Google Cloud project has to be put right, invalid, not_found, denied, and
// unavailable where the same call may succeed later.
var API = rest.API{
	Name: "Google",
	Credential: func(a connector.Account) http.Header {
		return connector.Header{Name: "Authorization", Scheme: "Bearer"}.Carry(a.Token)
	},
	Words:    words,
	Meanings: meanings,
}

const (
	tickAll   = "connect again and leave every permission ticked on Google's page"
	enableAPI = "enable the API in the Google Cloud project of GMAIL_OAUTH_CLIENT_ID, wait some minutes, and connect again"
	later     = "try again later"
	many      = "too many calls"
)

// meanings are by the reason in details, which is the newer form, and in errors.
var meanings = []rest.Meaning{
	{Code: "SERVICE_DISABLED", Is: guild.CodeUnsupported, Says: "the API is not enabled", Hint: enableAPI},
	{Code: "accessNotConfigured", Is: guild.CodeUnsupported, Says: "the API is not enabled", Hint: enableAPI},
	{Code: "ACCESS_TOKEN_SCOPE_INSUFFICIENT", Is: guild.CodeRejected, Says: "the login lacks a permission", Hint: tickAll},
	{Code: "insufficientPermissions", Is: guild.CodeRejected, Says: "the login lacks a permission", Hint: tickAll},
	// The account must not see it.
	{Code: "insufficientFilePermissions", Is: guild.CodeNotFound, Says: "there is no such thing for this account"},
	{Code: "appNotAuthorizedToFile", Is: guild.CodeNotFound, Says: "there is no such thing for this account"},
	{Code: "fileNotDownloadable", Is: guild.CodeDenied, Says: "the file has no bytes of its own"},
	{Code: "cannotDownloadFile", Is: guild.CodeDenied, Says: "the file's owner does not let it be downloaded"},
	{Code: "cannotCopyFile", Is: guild.CodeDenied, Says: "the file cannot be copied by this account"},
	{Code: "exportSizeLimitExceeded", Is: guild.CodeDenied, Says: "the file is larger than the 10 MB that Google exports"},
	{Code: "storageQuotaExceeded", Is: guild.CodeDenied, Says: "the account's storage is full"},
	{Code: "teamDriveFileLimitExceeded", Is: guild.CodeDenied, Says: "the shared drive holds as many files as it may"},
	{
		Code: "domainPolicy", Is: guild.CodeDenied, Says: "the account's organisation forbids it",
		Hint: "ask an administrator of the account's Google Workspace to allow the app",
	},
	{
		Code: "failedPrecondition", Is: guild.CodeRejected, Says: "the account does not have this service",
		Hint: "connect again with an account that uses this service",
	},
	{Code: "rateLimitExceeded", Is: guild.CodeUnavailable, Says: many, Hint: later},
	{Code: "userRateLimitExceeded", Is: guild.CodeUnavailable, Says: many, Hint: later},
	{Code: "sharingRateLimitExceeded", Is: guild.CodeUnavailable, Says: many, Hint: later},
	{Code: "dailyLimitExceeded", Is: guild.CodeUnavailable, Says: many, Hint: later},
	{Status: http.StatusBadRequest, Is: guild.CodeInvalid, Says: "the arguments are refused"},
}

// words reads a refusal. Of several reasons, the first that has a meaning counts.
func words(a rest.Answer) rest.Refusal {
	type reason struct {
		Reason string `json:"reason"`
	}
	var body struct {
		Error struct {
			Message string   `json:"message"`
			Errors  []reason `json:"errors"`
			Details []reason `json:"details"`
		} `json:"error"`
	}
	_ = json.Unmarshal(a.Body, &body) // the page of a proxy says nothing that helps
	r := rest.Refusal{Message: body.Error.Message}
	for _, given := range slices.Concat(body.Error.Details, body.Error.Errors) {
		known := slices.ContainsFunc(meanings, func(m rest.Meaning) bool { return m.Code == given.Reason })
		if r.Code == "" || known {
			r.Code = given.Reason
		}
		if known {
			break
		}
	}
	return r
}
