package twitterapi

import (
	"context"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/tool"
)

// tools are in the order of the specification.
func tools(a connector.Account) []tool.Tool {
	return []tool.Tool{
		declare(a, search, "search", "Searches the posts of the last 24 hours, the most prominent first.", searchSchema),
		declare(a, user, "user", "Describes a user, by username or user id.", userSchema),
		declare(a, posts, "posts", "Lists a user's latest posts, by username or user id.", postsSchema),
		declare(a, post, "post", "Shows one post, by post id or status URL.", postSchema),
		declare(a, followers, "followers", "Lists a user's followers, by username, the newest first.", peopleSchema),
		declare(a, following, "following", "Lists whom a user follows, by username, the newest first.", peopleSchema),
		declare(a, mentions, "mentions", "Lists the latest posts that mention a user, by username.", peopleSchema),
		declare(a, replies, "replies", "Lists the replies to a post, by post id or status URL. The post must be the first of its thread.", answersSchema),
		declare(a, quotes, "quotes", "Lists the posts that quote a post, by post id or status URL.", answersSchema),
		declare(a, trends, "trends", "Lists what is trending worldwide, or at a place given by its WOEID.", trendsSchema),
	}
}

// declare makes a tool of what asks TwitterAPI.io for an account.
func declare[A any](a connector.Account, ask func(context.Context, connector.Account, A) (string, error), name, doc, schema string) tool.Tool {
	spec := tool.Spec{Name: name, Doc: doc, Schema: schema, Reads: true}
	return tool.New(spec, func(ctx context.Context, _ *tool.Call, args A) (string, error) { return ask(ctx, a, args) })
}

// Properties that several schemas share.
const (
	userProperty   = `"user":{"type":"string","minLength":1,"description":"username, with or without @, or user id"}`
	nameProperty   = `"user":{"type":"string","minLength":1,"description":"username, with or without @"}`
	postProperty   = `"post":{"type":"string","minLength":1,"description":"post id, or status URL"}`
	limitProperty  = `"limit":{"type":"integer","minimum":1,"maximum":30,"description":"rows to show, 15 by default"}`
	cursorProperty = `"cursor":{"type":"string","description":"from the end of the page before"}`
)
