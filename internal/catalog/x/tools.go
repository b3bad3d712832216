package x

import (
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/tool"
)

// tools are in the order of the specification.
func tools(a connector.Account) []tool.Tool {
	return []tool.Tool{
		connector.Reading(a, "search", "Searches the posts of the last 7 days.", searchSchema, search),
		connector.Reading(a, "user", "Describes a user, by username or user id.", userSchema, user),
		connector.Reading(a, "posts", "Lists a user's latest posts, by username or user id.", postsSchema, posts),
		connector.Reading(a, "post", "Shows one post, by post id or status URL.", postSchema, post),
	}
}

// Properties that several schemas share.
const (
	userProperty   = `"user":{"type":"string","minLength":1,"description":"username, with or without @, or user id"}`
	limitProperty  = `"limit":{"type":"integer","minimum":1,"maximum":30,"description":"rows to show, 15 by default"}`
	cursorProperty = `"cursor":{"type":"string","description":"from the end of the page before"}`
)
