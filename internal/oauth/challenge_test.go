package oauth_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/oauth"
)

func TestParseChallenge(t *testing.T) {
	t.Parallel()
	const place = "https://mcp.h.test/.well-known/oauth-protected-resource/mcp"
	full := oauth.Challenge{ResourceMetadata: place, Error: "invalid_token", Description: "Missing or invalid access token"}
	tests := map[string]struct {
		header []string
		want   oauth.Challenge
	}{
		"nothing":             {nil, oauth.Challenge{}},
		"metadata first":      {[]string{`Bearer realm="OAuth", resource_metadata="` + place + `", error="invalid_token", error_description="Missing or invalid access token"`}, full},
		"metadata last":       {[]string{`Bearer realm="OAuth", error="invalid_token", error_description="Missing or invalid access token", resource_metadata="` + place + `"`}, full},
		"case and blanks":     {[]string{"bearer\tERROR = invalid_token ,\tResource_Metadata=\"" + place + "\"  ,Error_Description=\"Missing or invalid access token\""}, full},
		"no commas":           {[]string{`Bearer error="invalid_token" error_description="Missing or invalid access token" resource_metadata="` + place + `"`}, full},
		"unquoted address":    {[]string{`Bearer error=invalid_token, error_description="Missing or invalid access token", resource_metadata=` + place}, full},
		"in two headers":      {[]string{`Basic realm="x"`, `Bearer resource_metadata="` + place + `"`}, oauth.Challenge{ResourceMetadata: place}},
		"after another":       {[]string{`Basic realm="a, Bearer error=\"no\"", Bearer resource_metadata="` + place + `"`}, oauth.Challenge{ResourceMetadata: place}},
		"before another":      {[]string{`Bearer resource_metadata="` + place + `", DPoP algs="ES256", error="use_dpop_nonce"`}, oauth.Challenge{ResourceMetadata: place}},
		"after a token68":     {[]string{`Negotiate YII+/abc==, Bearer error="invalid_token"`}, oauth.Challenge{Error: "invalid_token"}},
		"after a bare scheme": {[]string{`Negotiate, Bearer error="invalid_token"`}, oauth.Challenge{Error: "invalid_token"}},
		"scheme then scheme":  {[]string{`Negotiate Bearer error="invalid_token"`}, oauth.Challenge{Error: "invalid_token"}},
		"other scheme only":   {[]string{`DPoP error="invalid_token", scope="a"`}, oauth.Challenge{}},
		"scopes":              {[]string{`Bearer error="insufficient_scope", scope="read  write:all"`}, oauth.Challenge{Error: "insufficient_scope", Scopes: []string{"read", "write:all"}}},
		"escapes":             {[]string{`Bearer error_description="say \"please\", and a \\", error=x`}, oauth.Challenge{Description: `say "please", and a \`, Error: "x"}},
		"the first counts":    {[]string{`Bearer error="a", error="b"`, `Bearer error="c"`}, oauth.Challenge{Error: "a"}},
		"never closed":        {[]string{`Bearer error="invalid_tok`}, oauth.Challenge{Error: "invalid_tok"}},
		"rubbish in between":  {[]string{`Bearer ;;"error=\"x\"", @error=no, error="yes"`}, oauth.Challenge{Error: "yes"}},
		"empty value":         {[]string{`Bearer scope="", error=`}, oauth.Challenge{}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, oauth.ParseChallenge(tt.header), cmp.Comparer(sameScopes)); diff != "" {
				t.Errorf("ParseChallenge(%q) (-want +got):\n%s", tt.header, diff)
			}
		})
	}
}

// sameScopes holds no scopes and an empty list of them for one.
func sameScopes(a, b []string) bool { return strings.Join(a, " ") == strings.Join(b, " ") }

// FuzzParseChallenge checks that any header is read to its end, and that a value
// survives being quoted, whatever stands before it.
func FuzzParseChallenge(f *testing.F) {
	for _, seed := range []string{
		``, `Bearer`, `Basic realm="x", `, `Negotiate a==,`, `Bearer scope=,`, `x="\`, `"""`, "Bearer \x00=\xff,", `a=b c=d e`, `Bearer  ,, ,`,
	} {
		f.Add(seed, `https://h.test/a"b\c`)
	}
	escape := strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	f.Fuzz(func(t *testing.T, header, value string) {
		oauth.ParseChallenge([]string{header})
		got := oauth.ParseChallenge([]string{`Bearer resource_metadata="` + escape.Replace(value) + `", error=x`, header})
		if got.ResourceMetadata != value || got.Error != "x" {
			t.Errorf("%q came back as %q, and the parameter after it as %q", value, got.ResourceMetadata, got.Error)
		}
	})
}
