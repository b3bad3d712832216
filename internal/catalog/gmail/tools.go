package gmail

import "github.com/guildsbox/guilds/internal/connector"

// tools is the published copy, in the order of the specification.
func tools() []connector.PublishedTool {
	return []connector.PublishedTool{
		{Name: "search_threads", Description: "Finds conversations with Gmail's search syntax."},
		{Name: "get_thread", Description: "Reads a conversation with all its messages."},
		{Name: "get_message", Description: "Reads one message."},
		{Name: "list_labels", Description: "Lists the account's labels."},
		{Name: "list_drafts", Description: "Lists the account's drafts."},
		{Name: "create_draft", Description: "Writes a draft, new or as an answer in a conversation, without sending it."},
		{Name: "send_message", Description: "Sends a message, new or as an answer in a conversation."},
	}
}
