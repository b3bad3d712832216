package mcpclient

import (
	"encoding/json"
	"io"
	"mime"
	"net/http"

	"github.com/mark3labs/mcp-go/client/transport"
)

// refusal is an HTTP status of 400 or more. Its text holds nothing of the body.
type refusal struct {
	status    int
	kind      string // media type of body
	body      []byte // at most refusalBody bytes
	challenge []string
	session   bool      // the request named a session
	rpc       *rpcError // what the body says where it is a JSON-RPC error, or nil
}

const refusalBody = 64 << 10

// refuse turns a response of status 400 or more into an error.
func refuse(resp *http.Response, err error) (*http.Response, error) {
	if err != nil || resp.StatusCode < http.StatusBadRequest {
		return resp, err
	}
	defer resp.Body.Close()
	// A body that breaks off is still the best there is to say.
	body, _ := io.ReadAll(io.LimitReader(resp.Body, refusalBody))
	kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	return nil, &refusal{
		status: resp.StatusCode, kind: kind, body: body,
		challenge: resp.Header.Values("WWW-Authenticate"),
		session:   resp.Request.Header.Get(transport.HeaderKeySessionID) != "",
		rpc:       rpcErrorIn(body),
	}
}

func (r *refusal) Error() string { return "HTTP " + http.StatusText(r.status) }

// rpcError is a JSON-RPC 2.0 error object. Its text holds nothing of the
// message.
type rpcError struct {
	Code    int             `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data"` // only of a refusal
}

func (e *rpcError) Error() string { return "JSON-RPC error" }

// rpcErrorIn returns the error of a JSON-RPC response, or nil when data is no
// such thing.
func rpcErrorIn(data []byte) *rpcError {
	var m struct {
		Error *rpcError `json:"error"`
	}
	if json.Unmarshal(data, &m) != nil || m.Error == nil || m.Error.Code == 0 {
		return nil
	}
	return m.Error
}
