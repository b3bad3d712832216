package twitterapi

import (
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/tool"
)

// tools are in the order of the specification.
func tools(a connector.Account) []tool.Tool {
	return []tool.Tool{
		connector.Reading(a, "search", "Searches the posts of the last 24 hours, the most prominent first.", searchSchema, search),
		connector.Reading(a, "user", "Describes a user, by username or user id.", userSchema, user),
		connector.Reading(a, "posts", "Lists a user's latest posts, by username or user id.", postsSchema, posts),
		connector.Reading(a, "post", "Shows one post, by post id or status URL.", postSchema, post),
		connector.Reading(a, "followers", "Lists a user's followers, by username, the newest first.", peopleSchema, followers),
		connector.Reading(a, "following", "Lists whom a user follows, by username, the newest first.", peopleSchema, following),
		connector.Reading(a, "mentions", "Lists the latest posts that mention a user, by username.", peopleSchema, mentions),
		connector.Reading(a, "replies", "Lists the replies to a post, by post id or status URL. The post must be the first of its thread.", answersSchema, replies),
		connector.Reading(a, "quotes", "Lists the posts that quote a post, by post id or status URL.", answersSchema, quotes),
		connector.Reading(a, "trends", "Lists what is trending worldwide, or at a place given by its WOEID.", trendsSchema, trends),
	}
}

// Properties that several schemas share.
const (
	userProperty   = `"user":{"type":"string","minLength":1,"description":"username, with or without @, or user id"}`
	nameProperty   = `"user":{"type":"string","minLength":1,"description":"username, with or without @"}`
	postProperty   = `"post":{"type":"string","minLength":1,"description":"post id, or status URL"}`
	limitProperty  = `"limit":{"type":"integer","minimum":1,"maximum":30,"description":"rows to show, 15 by default"}`
	cursorProperty = `"cursor":{"type":"string","description":"from the end of the page before"}`
)
