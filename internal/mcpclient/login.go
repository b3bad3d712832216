package mcpclient

import (
	"encoding/json"
	"net/http"
	"time"

	"github.com/guildsbox/guilds/internal/guild"
)

// Login is all that a session needs to know of a connection. Its header must
// not change after it was handed over.
type Login struct {
	ID  guild.ID // of the connection: two connections never share a session
	URL string   // the server's MCP endpoint
	// Header is the credential, set on every request of the call it was given
	// with. It cannot replace a header of the protocol.
	Header       http.Header
	AllowPrivate bool // whether the server may stand in a private network
	// Revision is the protocol revision that Listing told last time, or empty.
	Revision string
	// Epoch grows whenever the address or the account behind the login changes;
	// the session of a smaller one is then dropped. A refreshed access token of
	// the same account needs no new epoch.
	Epoch int64
}

// Tool is one tool as a server lists it. Schema and annotations are the bytes
// that the server sent.
type Tool struct {
	RemoteName  string
	Title       string
	Description string
	InputSchema json.RawMessage // nil when the server gave none
	Annotations json.RawMessage // nil when the server gave none
}

// Listing is the answer to tools/list, all its pages together.
type Listing struct {
	Tools    []Tool
	Revision string // protocol revision in use, to be remembered on the connection
	// TTL is how long the server lets the listing be kept: 0 when it said
	// nothing, and one millisecond when it said not at all.
	TTL    time.Duration
	Server string // name and version of the server, as it gave them; may be empty
}

// Progress is one notification of how far a call has come. Total is 0 when the
// server does not know it.
type Progress struct {
	Progress, Total float64
	Message         string
}

// Result is what a tool answered. Text is what the model reads, before any
// filter, redaction or cap. Failed says that the tool itself reports an error;
// Text then begins with "ERROR: ".
type Result struct {
	Text   string
	Failed bool
}
