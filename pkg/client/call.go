package client

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"

	"github.com/guildsbox/guilds/pkg/api"
)

// CallTool tests a tool on a login. The result of a tool that failed is a
// result, not an error. progress, where it is not nil, is told each step that
// the tool reports while it runs.
func (c *Client) CallTool(ctx context.Context, connectionID string, call api.ToolCall, progress func(api.Progress)) (api.ToolResult, error) {
	if progress == nil {
		return do[api.ToolResult](ctx, c, api.CallTool, []string{connectionID}, nil, call)
	}
	req, err := c.request(ctx, api.CallTool, []string{connectionID}, nil, call)
	if err != nil {
		return api.ToolResult{}, err
	}
	req.Header.Set("Accept", "text/event-stream")
	resp, err := c.send(req)
	if err != nil {
		return api.ToolResult{}, err
	}
	defer resp.Body.Close()
	return readCall(resp, progress)
}

func readCall(resp *http.Response, progress func(api.Progress)) (result api.ToolResult, err error) {
	if t, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type")); t != "text/event-stream" {
		return result, json.NewDecoder(resp.Body).Decode(&result)
	}
	events := bufio.NewReader(resp.Body)
	for {
		name, data, err := nextEvent(events)
		if err != nil {
			return result, err
		}
		switch name {
		case api.EventProgress:
			var p api.Progress
			if err := json.Unmarshal(data, &p); err != nil {
				return result, err
			}
			progress(p)
		case api.EventResult:
			return result, json.Unmarshal(data, &result)
		case api.EventProblem:
			p := &api.Problem{}
			if err := json.Unmarshal(data, p); err != nil {
				return result, err
			}
			return result, p
		}
	}
}

// errEnded says that a stream of events is at its end.
var errEnded = errors.New("the daemon ended the stream before the result; see its log")

// nextEvent reads one server-sent event. Comments and fields other than event
// and data are skipped.
func nextEvent(r *bufio.Reader) (name string, data []byte, err error) {
	for {
		line, err := r.ReadString('\n')
		if errors.Is(err, io.EOF) {
			err = errEnded
		}
		if err != nil {
			return "", nil, err
		}
		line = strings.TrimRight(line, "\r\n")
		field, value, _ := strings.Cut(line, ":")
		value = strings.TrimPrefix(value, " ")
		switch {
		case line == "" && name != "":
			return name, data, nil
		case field == "event":
			name = value
		case field == "data":
			data = append(data, value...)
		}
	}
}
