package twitterapi

import "github.com/guildsbox/guilds/internal/connector"

// tools is the published copy, in the order of the specification.
func tools() []connector.PublishedTool {
	return []connector.PublishedTool{
		{Name: "search", Description: "Searches the posts of the last 24 hours, the most prominent first."},
		{Name: "user", Description: "Describes a user, by username or user id."},
		{Name: "posts", Description: "Lists a user's latest posts, by username or user id."},
		{Name: "post", Description: "Shows one post, by post id or status URL."},
		{Name: "followers", Description: "Lists a user's followers, by username."},
		{Name: "following", Description: "Lists whom a user follows, by username."},
		{Name: "mentions", Description: "Lists the latest posts that mention a user, by username."},
		{Name: "replies", Description: "Lists the replies to a post, by post id or status URL."},
		{Name: "quotes", Description: "Lists the posts that quote a post, by post id or status URL."},
		{Name: "trends", Description: "Lists what is trending worldwide, or at a place given by its WOEID."},
	}
}
