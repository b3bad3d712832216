package gmail

import (
	"context"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/tool"
)

// tools are in the order of the specification.
func tools(a connector.Account) []tool.Tool {
	return []tool.Tool{
		reads(a, searchThreads, "search_threads", "Finds conversations with Gmail's search syntax.", searchSchema),
		reads(a, getThread, "get_thread", "Reads a conversation with all its messages. Attachments are listed and not read.", threadSchema),
		reads(a, getMessage, "get_message", "Reads one message. Attachments are listed and not read.", messageSchema),
		reads(a, listLabels, "list_labels", "Lists the account's labels.", labelsSchema),
		reads(a, listDrafts, "list_drafts", "Lists the account's drafts.", draftsSchema),
		writes(a, createDraft, "create_draft", "Writes a draft, new or as an answer in a conversation, without sending it.", draftSchema),
		writes(a, sendMessage, "send_message", "Sends a message, new or as an answer in a conversation.", sendSchema),
	}
}

// ask is what a tool asks Gmail for an account.
type ask[A any] func(context.Context, connector.Account, A) (string, error)

func reads[A any](a connector.Account, ask ask[A], name, doc, schema string) tool.Tool {
	return declare(a, ask, tool.Spec{Name: name, Doc: doc, Schema: schema, Reads: true})
}

func writes[A any](a connector.Account, ask ask[A], name, doc, schema string) tool.Tool {
	return declare(a, ask, tool.Spec{Name: name, Doc: doc, Schema: schema})
}

func declare[A any](a connector.Account, ask ask[A], spec tool.Spec) tool.Tool {
	return tool.New(spec, func(ctx context.Context, _ *tool.Call, args A) (string, error) { return ask(ctx, a, args) })
}

// Properties that several schemas share.
const (
	limitProperty  = `"limit":{"type":"integer","minimum":1,"maximum":30,"description":"rows to show, 15 by default"}`
	cursorProperty = `"cursor":{"type":"string","description":"from the end of the page before"}`
	queryForm      = `words and Gmail's operators, such as from:ann@example.com, subject:invoice, has:attachment, newer_than:7d, is:unread`
)
