package mcpclient

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"time"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/guildsbox/guilds/internal/guild"
)

// Bounds on one listing, far above what any model could be offered.
const (
	maxPages = 200
	maxTools = 5000
	maxTTL   = 24 * time.Hour
)

type listParams struct {
	Cursor string       `json:"cursor,omitempty"`
	Meta   *requestMeta `json:"_meta,omitempty"`
}

type listPage struct {
	Tools      []json.RawMessage `json:"tools"`
	NextCursor string            `json:"nextCursor"`
	TTL        *int64            `json:"ttlMs"` // milliseconds, revision 2026-07-28
}

type listedTool struct {
	Name        string          `json:"name"`
	Title       string          `json:"title"`
	Description string          `json:"description"`
	InputSchema json.RawMessage `json:"inputSchema"`
	Annotations json.RawMessage `json:"annotations"`
}

// list reads every page. mcp-go's own listing keeps a schema only as far as its
// types know the keywords, and the model's providers need the rest.
func (s *session) list(ctx context.Context, cred http.Header, log *slog.Logger) (Listing, error) {
	c := collector{session: s, log: log, seen: map[string]bool{}, mirrored: map[string]*mcp.Tool{}}
	out := Listing{Revision: s.revision, Server: s.server}
	cursors := map[string]bool{}
	for cursor := ""; ; {
		page, err := s.page(ctx, cred, cursor)
		if err != nil {
			return Listing{}, err
		}
		for _, raw := range page.Tools {
			c.add(ctx, raw)
		}
		out.TTL = shorter(out.TTL, page.TTL)
		cursors[cursor] = true
		cursor = page.NextCursor
		// A cursor that comes back would ask for the same page for ever.
		if cursor == "" || cursors[cursor] {
			break
		}
		if len(c.tools) > maxTools || len(cursors) >= maxPages {
			return Listing{}, guild.Errorf(guild.CodeUpstream, "%s lists more than %d tools or %d pages of them, which is more than the box takes", s.origin(), maxTools, maxPages)
		}
	}
	s.params.set(c.mirrored)
	out.Tools = c.tools
	return out, nil
}

func (s *session) page(ctx context.Context, cred http.Header, cursor string) (listPage, error) {
	var page listPage
	raw, err := s.send(ctx, s.next(cred), mcp.MethodToolsList, listParams{cursor, s.meta(0)}, s.mirrored(mcp.MethodToolsList))
	if err != nil {
		return page, err
	}
	if json.Unmarshal(raw, &page) != nil {
		return page, errBroken
	}
	return page, nil
}

// shorter returns the shorter of a time to live and one that a page gives.
func shorter(have time.Duration, ms *int64) time.Duration {
	if ms == nil || *ms < 0 {
		return have
	}
	d := time.Duration(min(*ms, maxTTL.Milliseconds())) * time.Millisecond
	d = max(d, time.Millisecond) // 0 stands for "said nothing"
	if have == 0 {
		return d
	}
	return min(have, d)
}

// collector gathers the tools of all pages, each name once.
type collector struct {
	session  *session
	log      *slog.Logger
	tools    []Tool
	seen     map[string]bool
	mirrored map[string]*mcp.Tool
}

// add takes one tool, and leaves out one that is not well formed: it must not
// cost the others.
func (c *collector) add(ctx context.Context, raw json.RawMessage) {
	var t listedTool
	if err := json.Unmarshal(raw, &t); err != nil || t.Name == "" {
		c.log.WarnContext(ctx, "an MCP server lists a tool that is not well formed; it is left out", "server", c.session.origin())
		return
	}
	if c.seen[t.Name] {
		return
	}
	if err := c.mirror(t); err != nil {
		c.log.WarnContext(ctx, "an MCP server lists a tool with unusable x-mcp-header annotations; it is left out",
			"server", c.session.origin(), "tool", t.Name, "err", err)
		return
	}
	c.seen[t.Name] = true
	c.tools = append(c.tools, Tool{
		RemoteName: t.Name, Title: t.title(), Description: t.Description,
		InputSchema: present(t.InputSchema), Annotations: present(t.Annotations),
	})
}

// mirror remembers which arguments of a tool go into headers. Revision
// 2026-07-28 wants a tool left out whose annotations break its rules.
func (c *collector) mirror(t listedTool) error {
	if !c.session.modern() || !bytes.Contains(t.InputSchema, []byte("x-mcp-header")) {
		return nil
	}
	tool := &mcp.Tool{Name: t.Name, RawInputSchema: t.InputSchema}
	if err := mcp.ValidateParamHeaderAnnotations(tool); err != nil {
		return err
	}
	c.mirrored[t.Name] = tool
	return nil
}

// title prefers the tool's own title to the one in its annotations, where
// revisions before 2025-06-18 had it.
func (t listedTool) title() string {
	var a struct {
		Title string `json:"title"`
	}
	if t.Title == "" && json.Unmarshal(t.Annotations, &a) == nil {
		return a.Title
	}
	return t.Title
}

// present turns a JSON null into nil.
func present(raw json.RawMessage) json.RawMessage {
	if string(raw) == "null" {
		return nil
	}
	return raw
}
