package x

import (
	"encoding/json"
	"strings"

	"github.com/guildsbox/guilds/internal/connector/xref"
	"github.com/guildsbox/guilds/internal/tsv"
)

// postFields is what is asked of a post. The authors of a list are a read each, and
// billed, so that they are asked for only where they are not known.
const postFields = "author_id,conversation_id,created_at,lang,note_tweet,public_metrics,referenced_tweets"

// message is a post, in either vocabulary.
type message struct {
	ID           string      `json:"id"`
	Short        string      `json:"text"` // a long post is cut there
	NoteTweet    note        `json:"note_tweet"`
	NotePost     note        `json:"note_post"`
	Created      string      `json:"created_at"`
	AuthorID     string      `json:"author_id"`
	Conversation string      `json:"conversation_id"`
	Lang         string      `json:"lang"`
	RefTweets    []reference `json:"referenced_tweets"`
	RefPosts     []reference `json:"referenced_posts"`
	Metrics      struct {
		Likes     json.Number `json:"like_count"`
		Replies   json.Number `json:"reply_count"`
		Retweets  json.Number `json:"retweet_count"`
		Reposts   json.Number `json:"repost_count"`
		Quotes    json.Number `json:"quote_count"`
		Bookmarks json.Number `json:"bookmark_count"`
		Views     json.Number `json:"impression_count"`
	} `json:"public_metrics"`
}

// note is the whole text of a long post.
type note struct {
	Text string `json:"text"`
}

// reference is a post that another answers, quotes or repeats.
type reference struct {
	Type string `json:"type"`
	ID   string `json:"id"`
}

func (m message) text() string {
	for _, long := range []note{m.NoteTweet, m.NotePost} {
		if long.Text != "" {
			return xref.Text(long.Text)
		}
	}
	return xref.Text(m.Short)
}

// about names the posts that this one is about: "replied_to 20".
func (m message) about() string {
	var said []string
	for _, r := range append(m.RefTweets, m.RefPosts...) {
		said = append(said, r.Type+" "+r.ID)
	}
	return strings.Join(said, ", ")
}

// authors are the usernames of users by their ids.
type authors map[string]string

// of returns who wrote a post: the username, or else the id.
func (known authors) of(m message) string {
	if name := known[m.AuthorID]; name != "" {
		return name
	}
	return m.AuthorID
}

// included are the users that come with posts.
type included struct {
	Users []profile `json:"users"`
}

func (i included) authors() authors {
	known := authors{}
	for _, u := range i.Users {
		known[u.ID] = u.Username
	}
	return known
}

// page is an answer with posts. One without any has no data, and an error where the
// user's posts are not to be seen.
type page struct {
	Data     []message `json:"data"`
	Includes included  `json:"includes"`
	Errors   []problem `json:"errors"`
	Meta     struct {
		Next string `json:"next_token"`
	} `json:"meta"`
}

// table writes a page. hint is what to pass besides the cursor for the next one.
func (p page) table(known authors, s tsv.Show, hint string) string {
	if p.Meta.Next != "" && len(p.Data) > 0 {
		s.More = "pass " + hint + "cursor " + p.Meta.Next + " for the page after this"
	}
	s.Rest = tsv.Raise(len(p.Data), s.Limit)
	return tsv.Write([]tsv.Column[message]{
		{Head: "id", Cell: func(m message) any { return m.ID }},
		{Head: "created_at", Cell: func(m message) any { return tsv.When(m.Created) }},
		{Head: "author", Cell: func(m message) any { return known.of(m) }},
		{Head: "likes", Cell: func(m message) any { return m.Metrics.Likes }},
		{Head: "replies", Cell: func(m message) any { return m.Metrics.Replies }},
		{Head: "reposts", Cell: func(m message) any { return either(m.Metrics.Retweets, m.Metrics.Reposts) }},
		{Head: "quotes", Cell: func(m message) any { return m.Metrics.Quotes }},
		{Head: "views", Cell: func(m message) any { return m.Metrics.Views }},
		{Head: "about", Cell: func(m message) any { return m.about() }},
		{Head: "text", Cell: func(m message) any { return m.text() }, Max: xref.MaxText},
	}, p.Data, s)
}
