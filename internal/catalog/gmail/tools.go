package gmail

import (
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/tool"
)

// tools are in the order of the specification.
func tools(a connector.Account) []tool.Tool {
	return []tool.Tool{
		connector.Reading(a, "search_threads", "Finds conversations with Gmail's search syntax.", searchSchema, searchThreads),
		connector.Reading(a, "get_thread", "Reads a conversation with all its messages. Attachments are listed and not read.", threadSchema, getThread),
		connector.Reading(a, "get_message", "Reads one message. Attachments are listed and not read.", messageSchema, getMessage),
		connector.Reading(a, "list_labels", "Lists the account's labels.", labelsSchema, listLabels),
		connector.Reading(a, "list_drafts", "Lists the account's drafts.", draftsSchema, listDrafts),
		connector.Writing(a, "create_draft", "Writes a draft, new or as an answer in a conversation, without sending it.", draftSchema, createDraft),
		connector.Writing(a, "send_message", "Sends a message, new or as an answer in a conversation.", sendSchema, sendMessage),
	}
}

// Properties that several schemas share.
const (
	limitProperty  = `"limit":{"type":"integer","minimum":1,"maximum":30,"description":"rows to show, 15 by default"}`
	cursorProperty = `"cursor":{"type":"string","description":"from the end of the page before"}`
	queryForm      = `words and Gmail's operators, such as from:ann@example.com, subject:invoice, has:attachment, newer_than:7d, is:unread`
)
