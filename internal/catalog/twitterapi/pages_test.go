package twitterapi_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/connector/connectortest"
)

// twenty is a page of so many posts as the API gives, with the cursor of the next.
func twenty(first int, next string) connectortest.Answer {
	var rows []string
	for i := range 20 {
		rows = append(rows, fmt.Sprintf(`{"id":"%d"}`, first+i))
	}
	return connectortest.Answer{Body: fmt.Sprintf(`{"tweets":[%s],"has_next_page":%v,"next_cursor":%q}`, strings.Join(rows, ","), next != "", next)}
}

func TestPagesAreReadUpToTheCap(t *testing.T) {
	t.Parallel()
	empty := connectortest.Answer{Body: `{"tweets":[],"has_next_page":true,"next_cursor":"c3"}`}
	s := suite()
	for name, tt := range map[string]struct {
		args    string
		answers []connectortest.Answer
		cursors []string // of the requests
		rows    int
		note    string
	}{
		"one page by default":      {`{"user":"x"}`, []connectortest.Answer{twenty(0, "c2")}, []string{""}, 15, "[5 more not shown, pass limit 20 to see them; pass cursor c2 for the page after this]"},
		"two pages for 30":         {`{"user":"x","limit":30}`, []connectortest.Answer{twenty(0, "c2"), twenty(20, "c3")}, []string{"", "c2"}, 30, "[10 more not shown, pass cursor c2 to see the page that they are on; pass cursor c3 for the page after this]"},
		"from a cursor":            {`{"user":"x","limit":21,"cursor":"c1"}`, []connectortest.Answer{twenty(0, "c2"), twenty(20, "")}, []string{"c1", "c2"}, 21, "[19 more not shown, pass limit 30 to see more]"},
		"an empty page is the end": {`{"user":"x","limit":30}`, []connectortest.Answer{twenty(0, "c2"), empty}, []string{"", "c2"}, 20, ""},
		"the same cursor again":    {`{"user":"x","limit":30,"cursor":"c1"}`, []connectortest.Answer{twenty(0, "c1")}, []string{"c1"}, 20, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := connectortest.Start(t, s.Documents...)
			v.Answer(mentionsOf, tt.answers...)
			got := connectortest.Call(t, s.Connector, v.Account(s.Connector, s.Account), "mentions", tt.args)
			rows := connectortest.Rows(t, got.Text)[1:]
			note := ""
			if last := rows[len(rows)-1]; len(last) == 1 {
				rows, note = rows[:len(rows)-1], last[0]
			}
			if len(rows) != tt.rows || note != tt.note {
				t.Errorf("%d rows and %q; want %d and %q", len(rows), note, tt.rows, tt.note)
			}
			var cursors []string
			for _, r := range v.Requests() {
				cursors = append(cursors, r.Query.Get("cursor"))
			}
			if fmt.Sprint(cursors) != fmt.Sprint(tt.cursors) {
				t.Errorf("asked with the cursors %q; want %q", cursors, tt.cursors)
			}
		})
	}
}

func TestPeopleAreAskedForAsShown(t *testing.T) {
	t.Parallel()
	s := suite()
	for args, size := range map[string]string{`{"user":"x"}`: "20", `{"user":"x","limit":30}`: "30"} {
		v := connectortest.Start(t, s.Documents...)
		v.Always(followersOf, connectortest.Answer{Body: `{"followers":[]}`})
		connectortest.Call(t, s.Connector, v.Account(s.Connector, s.Account), "followers", args)
		if q := v.Requests()[0].Query; q.Get("pageSize") != size || q.Has("cursor") {
			t.Errorf("%s asks for %v", args, q)
		}
	}
}

func TestTextIsClippedAt280Characters(t *testing.T) {
	t.Parallel()
	s := suite()
	clipped := "\t" + strings.Repeat("é", 279) + "…"
	v := connectortest.Start(t, s.Documents...)
	long := connectortest.Answer{Body: `{"tweets":[{"id":"3","text":"` + strings.Repeat("é", 281) + `"}]}`}
	for _, operation := range []string{searchOf, postsOf, postOf, mentionsOf, repliesOf, quotesOf} {
		v.Always(operation, long)
	}
	for tool, args := range map[string]string{
		"search": `{"query":"x"}`, "posts": `{"user":"x"}`, "post": `{"post":"3"}`, "mentions": `{"user":"x"}`, "replies": `{"post":"3"}`, "quotes": `{"post":"3"}`,
	} {
		if got := connectortest.Call(t, s.Connector, v.Account(s.Connector, s.Account), tool, args); !strings.HasSuffix(got.Text, clipped) {
			t.Errorf("%s ends in %q", tool, got.Text)
		}
	}
}

func TestHostileTextStaysOneRow(t *testing.T) {
	t.Parallel()
	author := fmt.Sprintf(`{"id":"9","userName":"%[1]s","name":"%[1]s","description":"&amp;%[1]s","createdAt":"%[1]s","location":"%[1]s","unavailableReason":"%[1]s"}`, connectortest.HostileJSON)
	post := fmt.Sprintf(`{"id":"3","text":"&amp;%[1]s","lang":"%[1]s","createdAt":"%[1]s","inReplyToId":"%[1]s","author":%[2]s,"retweeted_tweet":{"id":"%[1]s","text":"%[1]s","author":%[2]s}}`, connectortest.HostileJSON, author)
	list := `{"tweets":[` + post + `],"has_next_page":true,"next_cursor":"` + connectortest.HostileJSON + `"}`
	ofPost, ofUser := `{"post":"3"}`, `{"user":"x"}`
	s := suite()
	for name, tt := range map[string]struct{ args, operation, body string }{
		"search":    {`{"query":"x"}`, searchOf, list},
		"user":      {ofUser, nameOf, `{"data":` + author + `}`},
		"posts":     {ofUser, postsOf, list},
		"post":      {ofPost, postOf, list},
		"followers": {ofUser, followersOf, `{"followers":[` + author + `]}`},
		"following": {ofUser, followingOf, `{"followings":[` + author + `]}`},
		"mentions":  {ofUser, mentionsOf, list},
		"replies":   {ofPost, repliesOf, list},
		"quotes":    {ofPost, quotesOf, list},
		"trends":    {`{}`, trendsOf, fmt.Sprintf(`{"trends":[{"name":"%[1]s","target":{"query":"%[1]s"},"rank":"%[1]s","meta_description":"%[1]s"}]}`, connectortest.HostileJSON)},
	} {
		v := connectortest.Start(t, s.Documents...)
		v.Always(tt.operation, connectortest.Answer{Body: tt.body})
		got := connectortest.Call(t, s.Connector, v.Account(s.Connector, s.Account), name, tt.args)
		if rows := connectortest.Rows(t, got.Text); got.Failed || len(rows) < 2 {
			t.Errorf("%s: %q", name, got.Text)
		}
	}
}
