package mcpclient

import (
	"encoding/json"
	"strings"

	"github.com/guildsbox/guilds/internal/redact"
	"github.com/guildsbox/guilds/internal/text"
)

// message is what the server says in the body of a refusal, in any of the forms
// in use, or nothing where the body is a page for browsers.
func (r *refusal) message() string {
	var m struct {
		Error       json.RawMessage `json:"error"`
		Description string          `json:"error_description"`
		Message     string          `json:"message"`
		Detail      string          `json:"detail"`
		Title       string          `json:"title"`
	}
	if r.rpc != nil {
		return r.rpc.Message
	}
	if json.Unmarshal(r.body, &m) == nil {
		var plain string
		var nested struct {
			Message string `json:"message"`
		}
		_ = json.Unmarshal(m.Error, &plain) // one of the two fits, or neither
		_ = json.Unmarshal(m.Error, &nested)
		return firstOf(m.Description, m.Message, m.Detail, nested.Message, plain, m.Title)
	}
	if r.kind == "" || r.kind == "text/plain" {
		return string(r.body)
	}
	return ""
}

func firstOf(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}

// maxQuote is how much of a server's own words a message repeats, in bytes.
const maxQuote = 300

// quote returns ": words" with a server's words on one line, without the
// credential, which some of them repeat. It is taken out before the cut: half a
// key is still half a key.
func (e explanation) quote(words string) string {
	secrets := e.secrets()
	words = secrets.Redact(words)
	// Again after Line: what it leaves out may have stood in the middle of one.
	words = secrets.Redact(text.Line(words, len(words)))
	words = text.Line(words, maxQuote)
	if words == "" {
		return ""
	}
	return ": " + words
}

// secrets are the credential as its header carries it, and what follows the
// scheme in it: "Bearer" is no secret.
func (e explanation) secrets() *redact.Set {
	var secrets []redact.Secret
	for _, values := range e.credential {
		for _, v := range values {
			secrets = append(secrets, redact.Secret{Name: "credential", Value: v})
			if _, bare, ok := strings.Cut(v, " "); ok {
				secrets = append(secrets, redact.Secret{Name: "credential", Value: strings.TrimSpace(bare)})
			}
		}
	}
	return redact.New(secrets...)
}
