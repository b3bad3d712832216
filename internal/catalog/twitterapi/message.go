package twitterapi

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/guildsbox/guilds/internal/connector/xref"
	"github.com/guildsbox/guilds/internal/tsv"
)

// message is a post.
type message struct {
	ID           string          `json:"id"`
	Short        string          `json:"text"`
	Created      string          `json:"createdAt"`
	Lang         string          `json:"lang"`
	Likes        count           `json:"likeCount"`
	Reposts      count           `json:"retweetCount"`
	Replies      count           `json:"replyCount"`
	Quotes       count           `json:"quoteCount"`
	Views        count           `json:"viewCount"`
	Bookmarks    count           `json:"bookmarkCount"`
	ReplyTo      string          `json:"inReplyToId"`
	Conversation string          `json:"conversationId"`
	Author       profile         `json:"author"`
	Quoted       json.RawMessage `json:"quoted_tweet"`
	Repeated     json.RawMessage `json:"retweeted_tweet"`
}

var messageColumns = []tsv.Column[message]{
	{Head: "id", Cell: func(m message) any { return m.ID }},
	{Head: "created_at", Cell: func(m message) any { return tsv.When(m.Created) }},
	{Head: "author", Cell: func(m message) any { return m.Author.username() }},
	{Head: "likes", Cell: func(m message) any { return number(m.Likes) }},
	{Head: "replies", Cell: func(m message) any { return number(m.Replies) }},
	{Head: "reposts", Cell: func(m message) any { return number(m.Reposts) }},
	{Head: "quotes", Cell: func(m message) any { return number(m.Quotes) }},
	{Head: "views", Cell: func(m message) any { return number(m.Views) }},
	{Head: "about", Cell: func(m message) any { return m.about() }},
	{Head: "text", Cell: func(m message) any { return m.text() }, Max: xref.MaxText},
}

// another returns a post that comes within one. It is null, or not even an object,
// where there is none.
func another(data json.RawMessage) (message, bool) {
	var m message
	return m, json.Unmarshal(data, &m) == nil && m.ID != ""
}

// text is the whole text: of a post that only repeats another it is cut.
func (m message) text() string {
	if original, ok := another(m.Repeated); ok {
		return "RT @" + original.Author.username() + ": " + xref.Text(original.Short)
	}
	return xref.Text(m.Short)
}

// about names the posts that this one is about: "replied_to 20".
func (m message) about() string {
	var said []string
	if m.ReplyTo != "" {
		said = append(said, "replied_to "+m.ReplyTo)
	}
	if quoted, ok := another(m.Quoted); ok {
		said = append(said, "quoted "+quoted.ID)
	}
	if repeated, ok := another(m.Repeated); ok {
		said = append(said, "reposted "+repeated.ID)
	}
	return strings.Join(said, ", ")
}

// before reports whether a post is older than a time. One whose time cannot be read
// is not.
func (m message) before(cutoff time.Time) bool {
	at, err := time.Parse(time.RubyDate, m.Created)
	return err == nil && at.Before(cutoff)
}
