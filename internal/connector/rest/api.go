package rest

import (
	"net/http"
	"time"

	"github.com/guildsbox/guilds/internal/connector"
)

// API declares a vendor's REST API. It is safe for concurrent use.
type API struct {
	Name string // the vendor as people call it: "CoinGecko"

	// Credential returns the headers that carry an account's credential. Nil where it
	// travels in the path.
	Credential func(connector.Account) http.Header

	// Words reads a refusal. Nil for Words, the function, which knows the usual forms.
	Words func(Answer) Refusal

	// Meanings say what refusals mean. The first that fits decides; where none does,
	// the status alone says it.
	Meanings []Meaning

	// Second is the address of another API that is asked once where the first answers
	// HTTP 403: some vendors have a host for each plan. If that refuses as well, the
	// first refusal stands; if it has a fault, is too busy or cannot be reached, nobody
	// knows whether it would have served, and that is the error.
	Second string

	// Reset names the header in which a vendor says when a limit on calls ends, as a
	// Unix time in seconds. Empty where only Retry-After says it.
	Reset string

	// Pause is how long to wait before the second try where a vendor that answers HTTP
	// 429 does not say; 0 for no second try then.
	Pause time.Duration
}

const (
	// Timeout bounds one call, the wait before a second try included (specification,
	// "MCP client and OAuth").
	Timeout = 30 * time.Second
	// MaxAnswer is the longest answer that is read, in bytes, where a Request does not
	// say.
	MaxAnswer = 8 << 20
)
