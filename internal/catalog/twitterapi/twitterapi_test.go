package twitterapi_test

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/guildsbox/guilds/internal/catalog/twitterapi"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/connectortest"
	"github.com/guildsbox/guilds/internal/tool/tooltest"
)

const key = "twio-canary-4f7Qz81x"

//go:embed testdata/openapi.yaml
var document string

func suite(cases ...connectortest.Case) connectortest.Suite {
	return connectortest.Suite{
		Connector: twitterapi.Connector(),
		Documents: []connectortest.Document{{Text: document, Base: twitterapi.Connector().URL}},
		Account:   connector.Account{Fields: map[string]string{"token": key}},
		Cases:     cases,
	}
}

// The operations of the tools.
const (
	searchOf    = "GET /twitter/tweet/advanced_search"
	nameOf      = "GET /twitter/user/info"
	idOf        = "GET /twitter/user/batch_info_by_ids"
	postsOf     = "GET /twitter/user/last_tweets"
	postOf      = "GET /twitter/tweets"
	followersOf = "GET /twitter/user/followers"
	followingOf = "GET /twitter/user/followings"
	mentionsOf  = "GET /twitter/user/mentions"
	repliesOf   = "GET /twitter/tweet/replies"
	quotesOf    = "GET /twitter/tweet/quotes"
	trendsOf    = "GET /twitter/trends"
)

// one answers one operation with one body.
func one(operation, body string) map[string][]connectortest.Answer {
	return map[string][]connectortest.Answer{operation: {{Body: body}}}
}

// answer is what the vendor's pages show, or what was seen of it. The real service
// needs none.
func answer(t *testing.T, name string) string {
	t.Helper()
	if connectortest.Live() {
		return ""
	}
	var page struct {
		Response json.RawMessage `json:"response"`
	}
	if err := json.Unmarshal(connectortest.Read(t, "twitterapi-io/"+name+".json"), &page); err != nil {
		t.Fatal(err)
	}
	return string(page.Response)
}

func TestDeclared(t *testing.T) {
	t.Parallel()
	tooltest.Declared(t, twitterapi.Connector().Tools(connector.Account{}))
}

// repeated is a page with a post that repeats, one that quotes and one that answers.
const repeated = `{"tweets":[
	{"id":"3","text":"RT @a: cut…","createdAt":"Fri Oct 02 10:00:00 +0000 2026","viewCount":null,"author":{"userName":"nine"},"retweeted_tweet":{"id":"1","text":"the whole &amp; long one","author":{"userName":"a"}}},
	{"id":"4","text":"see this","author":{"screen_name":"ten"},"quoted_tweet":{"id":"1"}},
	{"id":"5","text":"no","isReply":true,"inReplyToId":"4","author":null}],"has_next_page":true,"next_cursor":"c2"}`

func TestTools(t *testing.T) {
	t.Parallel()
	suite(
		connectortest.Case{Name: "search_documented", Tool: "search", Args: `{"query":"python"}`, Answers: one(searchOf, answer(t, "tweet_advanced_search")), Live: true},
		connectortest.Case{Name: "search_nothing", Tool: "search", Args: `{"query":"n\tothing","cursor":"c1"}`, Answers: one(searchOf, `{"tweets":[],"has_next_page":true,"next_cursor":"c2"}`)},
		connectortest.Case{Name: "user_documented", Tool: "user", Args: `{"user":"@XDevelopers"}`, Answers: one(nameOf, answer(t, "user_info")), Live: true},
		connectortest.Case{Name: "user_by_id", Tool: "user", Args: `{"user":"2244994945"}`, Answers: one(idOf, answer(t, "user_batch_info_by_ids")), Live: true},
		connectortest.Case{Name: "user_missing", Tool: "user", Args: `{"user":"gone"}`, Answers: one(nameOf, `{"status":"error","msg":"user not found","data":null}`), Failed: true},
		connectortest.Case{Name: "user_id_missing", Tool: "user", Args: `{"user":"99"}`, Answers: one(idOf, `{"status":"success","users":[]}`), Failed: true},
		connectortest.Case{Name: "posts_documented", Tool: "posts", Args: `{"user":"XDevelopers"}`, Answers: one(postsOf, answer(t, "user_last_tweets")), Live: true},
		connectortest.Case{Name: "posts_observed", Tool: "posts", Args: `{"user":"1000000001","include_replies":true,"cursor":"cursor-1"}`, Answers: one(postsOf, answer(t, "user_last_tweets.observed"))},
		connectortest.Case{Name: "posts_protected", Tool: "posts", Args: `{"user":"x"}`, Answers: one(postsOf, `{"status":"error","message":"User's tweets are protected"}`), Failed: true},
		connectortest.Case{Name: "posts_suspended", Tool: "posts", Args: `{"user":"x"}`, Answers: one(postsOf, `{"status":"error","msg":"user is suspended or not found"}`), Failed: true},
		connectortest.Case{Name: "posts_refused", Tool: "posts", Args: `{"user":"x"}`, Answers: one(postsOf, `{"status":"error"}`), Failed: true},
		connectortest.Case{Name: "posts_none", Tool: "posts", Args: `{"user":"x"}`, Answers: one(postsOf, `{"status":"success","data":{"pin_tweet":null,"tweets":[]}}`)},
		connectortest.Case{Name: "post_documented", Tool: "post", Args: `{"post":"https://twitter.com/x/status/20"}`, Answers: one(postOf, answer(t, "tweets_by_ids")), Live: true},
		connectortest.Case{Name: "post_missing", Tool: "post", Args: `{"post":"20"}`, Answers: one(postOf, `{"tweets":[],"status":"success"}`), Failed: true},
		connectortest.Case{Name: "post_elsewhere", Tool: "post", Args: `{"post":"https://example.com/x/status/20"}`, Failed: true},
		connectortest.Case{Name: "followers_documented", Tool: "followers", Args: `{"user":"@XDevelopers"}`, Answers: one(followersOf, answer(t, "user_followers")), Live: true},
		connectortest.Case{Name: "followers_none", Tool: "followers", Args: `{"user":"123"}`, Answers: one(followersOf, `{"followers":[],"status":"success"}`)},
		connectortest.Case{Name: "following_documented", Tool: "following", Args: `{"user":"XDevelopers"}`, Answers: one(followingOf, answer(t, "user_followings")), Live: true},
		connectortest.Case{Name: "following_observed", Tool: "following", Args: `{"user":"XDevelopers","cursor":"c1"}`, Answers: one(followingOf, answer(t, "user_followings.observed"))},
		connectortest.Case{Name: "following_former", Tool: "following", Args: `{"user":"x","limit":1}`, Answers: one(followingOf, `{"followings":[{"screen_name":"a","following":true,"following_count":"30"},{}],"has_next_page":true,"next_cursor":"c2"}`)},
		connectortest.Case{Name: "mentions_documented", Tool: "mentions", Args: `{"user":"@XDevelopers"}`, Answers: one(mentionsOf, answer(t, "user_mentions")), Live: true},
		connectortest.Case{Name: "mentions_repeated", Tool: "mentions", Args: `{"user":"x","limit":2}`, Answers: one(mentionsOf, repeated)},
		connectortest.Case{Name: "replies_documented", Tool: "replies", Args: `{"post":"20"}`, Answers: one(repliesOf, answer(t, "tweet_replies")), Live: true},
		connectortest.Case{Name: "replies_other_name", Tool: "replies", Args: `{"post":"x.com/i/status/20"}`, Answers: one(repliesOf, repeated)},
		connectortest.Case{Name: "replies_none", Tool: "replies", Args: `{"post":"21"}`, Answers: one(repliesOf, `{"replies":[],"status":"success"}`)},
		connectortest.Case{Name: "quotes_documented", Tool: "quotes", Args: `{"post":"20"}`, Answers: one(quotesOf, answer(t, "tweet_quotes")), Live: true},
		connectortest.Case{Name: "trends_documented", Tool: "trends", Args: `{}`, Answers: one(trendsOf, answer(t, "trends")), Live: true},
		connectortest.Case{Name: "trends_nowhere", Tool: "trends", Args: `{"woeid":7}`, Answers: one(trendsOf, `{"trends":[],"status":"success"}`)},
		connectortest.Case{Name: "wrong_arguments", Tool: "trends", Args: `{"woeid":0,"limit":31,"place":"x"}`, Failed: true},
	).Run(t)
}

func TestTrendsAreReadInEveryForm(t *testing.T) {
	t.Parallel()
	var observed struct {
		Variants []json.RawMessage `json:"variants"`
	}
	if err := json.Unmarshal(connectortest.Read(t, "twitterapi-io/trends.observed.json"), &observed); err != nil {
		t.Fatal(err)
	}
	forms := append(observed.Variants, json.RawMessage(`{"status":"success","data":[{"name":"#Example","target":{"query":"#Example"},"rank":1}]}`))
	s := suite()
	for _, body := range forms {
		v := connectortest.Start(t, s.Documents...)
		v.Always(trendsOf, connectortest.Answer{Body: string(body)})
		got := connectortest.Call(t, s.Connector, v.Account(s.Connector, s.Account), "trends", `{}`)
		if !strings.HasPrefix(got.Text, "rank\tname\tquery\tabout\n1\t#Example\t#Example\t") {
			t.Errorf("%s: %q", body, got.Text)
		}
		if q := v.Requests()[0].Query; q.Get("woeid") != "1" || q.Get("count") != "30" {
			t.Errorf("it asks for %v", q)
		}
	}
}

func TestSearchReachesBackADay(t *testing.T) {
	t.Parallel()
	s := suite()
	v := connectortest.Start(t, s.Documents...)
	at := func(ago time.Duration) string { return time.Now().UTC().Add(-ago).Format(time.RubyDate) }
	v.Always(searchOf, connectortest.Answer{Body: fmt.Sprintf(`{"tweets":[{"id":"new","createdAt":%q},{"id":"old","createdAt":%q},{"id":"undated"}]}`, at(23*time.Hour), at(25*time.Hour))})
	got := connectortest.Call(t, s.Connector, v.Account(s.Connector, s.Account), "search", `{"query":"a OR b"}`)
	rows := connectortest.Rows(t, got.Text)
	if len(rows) != 3 || rows[1][0] != "new" || rows[2][0] != "undated" {
		t.Errorf("it shows %q", got.Text)
	}
	q := v.Requests()[0].Query
	var since int64
	if _, err := fmt.Sscanf(q.Get("query"), "(a OR b) since_time:%d", &since); err != nil || q.Get("queryType") != "Top" {
		t.Fatalf("it asks for %v (%v)", q, err)
	}
	if back := time.Since(time.Unix(since, 0)); back < 24*time.Hour || back > 25*time.Hour+time.Minute || since%3600 != 0 {
		t.Errorf("it reaches back %s", back)
	}
}
