package x_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/catalog/x"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/connectortest"
	"github.com/guildsbox/guilds/internal/tool/tooltest"
)

const key = "AAAA-canary%2B4f7Qz81x%3D"

func suite(cases ...connectortest.Case) connectortest.Suite {
	return connectortest.Suite{
		Connector: x.Connector(),
		Documents: []connectortest.Document{{File: "x/openapi-legacy-dialect.json", Base: "https://api.x.com"}},
		Account:   connector.Account{Fields: map[string]string{"token": key}},
		Cases:     cases,
	}
}

// The operations of the tools.
const (
	searchOf = "GET /2/tweets/search/recent"
	nameOf   = "GET /2/users/by/username/{username}"
	userOf   = "GET /2/users/{id}"
	postsOf  = "GET /2/users/{id}/tweets"
	postOf   = "GET /2/tweets/{id}"
)

// one answers one operation with one body.
func one(operation, body string) map[string][]connectortest.Answer {
	return map[string][]connectortest.Answer{operation: {{Body: body}}}
}

// example is the answer that X's own pages show. The real service needs none.
func example(t *testing.T, name string) string {
	t.Helper()
	if connectortest.Live() {
		return ""
	}
	var page struct {
		Body json.RawMessage `json:"body"`
	}
	if err := json.Unmarshal(connectortest.Read(t, "x/examples/"+name), &page); err != nil {
		t.Fatal(err)
	}
	return string(page.Body)
}

// current is a page in the API's current vocabulary.
const current = `{"data":[
	{"id":"3","text":"RT @a: cut…","created_at":"2026-10-02T10:00:00.000Z","author_id":"9","referenced_posts":[{"type":"reposted","id":"1"}],
	"public_metrics":{"repost_count":4,"reply_count":3,"like_count":2,"quote_count":1,"impression_count":0}},
	{"id":"2","text":"short…","note_post":{"text":"the whole &amp; long one"},"author_id":"8"}],
	"includes":{"users":[{"id":"9","username":"nine"}],"posts":[{"id":"1"}]},"meta":{"result_count":2,"next_token":"t2"}}`

func TestDeclared(t *testing.T) {
	t.Parallel()
	tooltest.Declared(t, x.Connector().Tools(connector.Account{}))
}

func TestTools(t *testing.T) {
	t.Parallel()
	developers := example(t, "users_by_username.json")
	suspended := `{"errors":[{"value":"gone","detail":"User has been suspended: [gone].","title":"Forbidden","resource_type":"user","type":"https://api.twitter.com/2/problems/resource-not-found"}]}`
	suite(
		connectortest.Case{Name: "search_python", Tool: "search", Args: `{"query":"python lang:en -is:retweet"}`, Answers: one(searchOf, example(t, "tweets_search_recent.json")), Live: true},
		connectortest.Case{Name: "search_current", Tool: "search", Args: `{"query":"x","sort_order":"relevancy","limit":1,"cursor":"t1"}`, Answers: one(searchOf, current)},
		connectortest.Case{Name: "search_nothing", Tool: "search", Args: `{"query":"\"n\tothing\""}`, Answers: one(searchOf, `{"meta":{"result_count":0}}`)},
		connectortest.Case{Name: "user_by_name", Tool: "user", Args: `{"user":"@XDevelopers"}`, Answers: one(nameOf, developers), Live: true},
		connectortest.Case{Name: "user_by_id", Tool: "user", Args: `{"user":"2244994945"}`, Answers: one(userOf,
			`{"data":{"id":"2244994945","username":"x","verified_type":"blue","protected":true,"description":"a &lt; b","location":"Here","public_metrics":{"post_count":7,"followers_count":1e3}}}`)},
		connectortest.Case{Name: "user_suspended", Tool: "user", Args: `{"user":"gone"}`, Answers: one(nameOf, suspended), Failed: true},
		connectortest.Case{Name: "user_nonsense", Tool: "user", Args: `{"user":"a b"}`, Failed: true},
		connectortest.Case{Name: "user_no_reason", Tool: "user", Args: `{"user":"x"}`, Answers: one(nameOf, `{}`), Failed: true},
		connectortest.Case{Name: "posts_by_name", Tool: "posts", Args: `{"user":"XDevelopers","limit":2}`, Answers: map[string][]connectortest.Answer{nameOf: {{Body: developers}}, postsOf: {{Body: strings.ReplaceAll(current, `"9"`, `"2244994945"`)}}}, Live: true},
		connectortest.Case{Name: "posts_by_id", Tool: "posts", Args: `{"user":"9","exclude":["replies","retweets"],"cursor":"t1"}`, Answers: one(postsOf, current)},
		connectortest.Case{Name: "posts_none", Tool: "posts", Args: `{"user":"9"}`, Answers: one(postsOf, `{"meta":{"result_count":0,"next_token":"forever"}}`)},
		connectortest.Case{Name: "posts_protected", Tool: "posts", Args: `{"user":"9"}`, Answers: one(postsOf,
			`{"errors":[{"detail":"Sorry, you are not authorized to see the user with id: [9].","title":"Authorization Error","type":"https://api.twitter.com/2/problems/not-authorized-for-resource"}]}`), Failed: true},
		connectortest.Case{Name: "posts_of_nobody", Tool: "posts", Args: `{"user":"gone"}`, Answers: one(nameOf, suspended), Failed: true},
		connectortest.Case{Name: "post_by_id", Tool: "post", Args: `{"post":"1228393702244134912"}`, Answers: one(postOf, example(t, "tweet_by_id.json")), Live: true},
		connectortest.Case{Name: "post_by_url", Tool: "post", Args: `{"post":"https://x.com/nine/status/3?s=20"}`, Answers: one(postOf,
			`{"data":{"id":"3","text":"`+strings.Repeat("é", 400)+`","conversation_id":"1","lang":"fr","author_id":"9","referenced_tweets":[{"type":"replied_to","id":"2"},{"type":"quoted","id":"1"}]}}`)},
		connectortest.Case{Name: "post_missing", Tool: "post", Args: `{"post":"456"}`, Answers: one(postOf,
			`{"errors":[{"resource_id":"456","resource_type":"tweet","title":"Not Found Error","detail":"Could not find tweet with id: [456].","type":"https://api.x.com/2/problems/resource-not-found"}]}`), Failed: true},
		connectortest.Case{Name: "post_elsewhere", Tool: "post", Args: `{"post":"https://example.com/nine/status/3"}`, Failed: true},
		connectortest.Case{Name: "wrong_arguments", Tool: "search", Args: `{"limit":31,"q":"x"}`, Failed: true},
	).Run(t)
}

func TestPagesAreAsShortAsTheyMayBe(t *testing.T) {
	t.Parallel()
	s := suite()
	var rows []string
	for i := range 30 {
		rows = append(rows, fmt.Sprintf(`{"id":"%d","text":"t"}`, i))
	}
	for _, tt := range []struct {
		tool, operation string
		limit, asks     int
	}{{"search", searchOf, 0, 15}, {"search", searchOf, 3, 10}, {"search", searchOf, 30, 30}, {"posts", postsOf, 3, 5}, {"posts", postsOf, 30, 30}} {
		v := connectortest.Start(t, s.Documents...)
		v.Always(tt.operation, connectortest.Answer{Body: `{"data":[` + strings.Join(rows[:tt.asks], ",") + `],"meta":{"next_token":"t2"}}`})
		args, shows := map[string]string{"search": `{"query":"x"`, "posts": `{"user":"9"`}[tt.tool], 15
		if tt.limit > 0 {
			args, shows = fmt.Sprintf(`%s,"limit":%d`, args, tt.limit), tt.limit
		}
		got := connectortest.Call(t, s.Connector, v.Account(s.Connector, s.Account), tt.tool, args+"}")
		if asks := v.Requests()[0].Query.Get("max_results"); asks != fmt.Sprint(tt.asks) {
			t.Errorf("%s of %d rows asks for %s", tt.tool, tt.limit, asks)
		}
		if n := len(connectortest.Rows(t, got.Text)); n != 1+shows+1 {
			t.Errorf("%s of %d rows has %d lines:\n%s", tt.tool, tt.limit, n, got.Text)
		}
	}
}

func TestTextIsClippedAt280Characters(t *testing.T) {
	t.Parallel()
	s := suite()
	clipped := "\t" + strings.Repeat("é", 279) + "…"
	for field, text := range map[string]string{
		"text": `"` + strings.Repeat("é", 281) + `"`, "note_tweet": `{"text":"` + strings.Repeat("é", 2000) + `"}`, "note_post": `{"text":"` + strings.Repeat("é", 2000) + `"}`,
	} {
		one := `{"id":"3","` + field + `":` + text + `}`
		v := connectortest.Start(t, s.Documents...)
		v.Always(searchOf, connectortest.Answer{Body: `{"data":[` + one + `]}`})
		v.Always(postsOf, connectortest.Answer{Body: `{"data":[` + one + `]}`})
		v.Always(postOf, connectortest.Answer{Body: `{"data":` + one + `}`})
		v.Always(userOf, connectortest.Answer{Body: `{"data":{"id":"9","description":"` + strings.Repeat("é", 281) + `"}}`})
		for tool, args := range map[string]string{"search": `{"query":"x"}`, "posts": `{"user":"9"}`, "post": `{"post":"3"}`, "user": `{"user":"9"}`} {
			if got := connectortest.Call(t, s.Connector, v.Account(s.Connector, s.Account), tool, args); !strings.HasSuffix(got.Text, clipped) {
				t.Errorf("%s with a long %s ends in %q", tool, field, got.Text)
			}
		}
	}
}

func TestHostileTextStaysOneRow(t *testing.T) {
	t.Parallel()
	author := fmt.Sprintf(`{"id":"9","username":"%[1]s","name":"%[1]s","description":"%[1]s","created_at":"%[1]s","location":"%[1]s"}`, connectortest.HostileJSON)
	message := fmt.Sprintf(`{"id":"3","author_id":"9","text":"&amp;%[1]s","lang":"%[1]s","referenced_tweets":[{"type":"%[1]s","id":"%[1]s"}]}`, connectortest.HostileJSON)
	list := `{"data":[` + message + `],"includes":{"users":[` + author + `]},"meta":{"next_token":"` + connectortest.HostileJSON + `"}}`
	s := suite()
	for name, tt := range map[string]struct{ args, operation, body string }{
		"search": {`{"query":"x"}`, searchOf, list},
		"posts":  {`{"user":"9"}`, postsOf, list},
		"user":   {`{"user":"9"}`, userOf, `{"data":` + author + `}`},
		"post":   {`{"post":"3"}`, postOf, `{"data":` + message + `,"includes":{"users":[` + author + `]}}`},
	} {
		v := connectortest.Start(t, s.Documents...)
		v.Always(tt.operation, connectortest.Answer{Body: tt.body})
		got := connectortest.Call(t, s.Connector, v.Account(s.Connector, s.Account), name, tt.args)
		if rows := connectortest.Rows(t, got.Text); got.Failed || len(rows) < 2 {
			t.Errorf("%s: %q", name, got.Text)
		}
	}
}
