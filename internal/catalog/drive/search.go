package drive

import (
	"context"
	"fmt"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/tsv"
)

const searchSchema = `{"type":"object","properties":{
	"query":{"type":"string","minLength":1,"maxLength":2000,"description":"` + queryForm + `"},
	` + pageProperties + `},"required":["query"],"additionalProperties":false}`

type searchArgs struct {
	Query     string `json:"query"`
	PageSize  int    `json:"pageSize"`
	PageToken string `json:"pageToken"`
	Exclude   bool   `json:"excludeContentSnippets"`
}

func searchFiles(ctx context.Context, a connector.Account, args searchArgs) (string, error) {
	q, err := translate(args.Query)
	if err != nil {
		return "", err
	}
	s := search{where: q.text, order: "modifiedTime desc"}
	if q.ranked {
		s.order = "" // Drive orders what is found by its text itself, and refuses to do otherwise
	}
	return s.show(ctx, a, args.PageSize, args.PageToken, fmt.Sprintf("no file in the folder matches %q", args.Query))
}

const recentSchema = `{"type":"object","properties":{
	"orderBy":{"type":"string","enum":["recency","lastModified","lastModifiedByMe"],"description":"recency by default: what was changed or opened last"},
	` + pageProperties + `},"additionalProperties":false}`

type recentArgs struct {
	OrderBy   string `json:"orderBy"`
	PageSize  int    `json:"pageSize"`
	PageToken string `json:"pageToken"`
	Exclude   bool   `json:"excludeContentSnippets"`
}

// orders are the sort keys of Drive for those of Google's MCP server.
var orders = map[string]string{
	"": "recency desc", "recency": "recency desc", "lastModified": "modifiedTime desc", "lastModifiedByMe": "modifiedByMeTime desc",
}

func listRecentFiles(ctx context.Context, a connector.Account, args recentArgs) (string, error) {
	if args.PageSize == 0 {
		args.PageSize = recentRows
	}
	s := search{order: orders[args.OrderBy]}
	return s.show(ctx, a, args.PageSize, args.PageToken, "no files in the folder")
}

// recentRows is how many recent files are shown where the model asks for no number,
// as at Google's MCP server.
const recentRows = 10

const pageProperties = `"pageSize":{"type":"integer","minimum":1,"description":"files to show; at most 30 count"},
	"pageToken":{"type":"string","minLength":1,"description":"from the end of the page before"},
	"excludeContentSnippets":{"type":"boolean","description":"makes no difference: there are no snippets of contents"}`

// show writes a page of what is found in the folder.
func (s search) show(ctx context.Context, a connector.Account, size int, token, empty string) (string, error) {
	found, err := s.run(ctx, newReach(a), tsv.Rows(size), token)
	if err != nil {
		return "", err
	}
	return tsv.Write(columns, found.files, tsv.Show{All: true, Empty: empty, More: found.more()}), nil
}
