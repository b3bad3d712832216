package gmail_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/catalog/gmail"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/connectortest"
	"github.com/guildsbox/guilds/internal/google/googletest"
	"github.com/guildsbox/guilds/internal/tool/tooltest"
)

func TestDeclared(t *testing.T) {
	t.Parallel()
	tooltest.Declared(t, gmail.Connector().Tools(connector.Account{}))
}

// live are the calls that the real service can be asked. See scripts/test-live.
var live = []connectortest.Case{
	{Name: "search", Tool: "search_threads", Args: `{}`, Live: true},
	{Name: "labels", Tool: "list_labels", Args: `{}`, Live: true},
}

func TestTools(t *testing.T) {
	t.Parallel()
	if connectortest.Live() {
		connectortest.Suite{Connector: gmail.Connector(), Cases: live}.RunLive(t)
		return
	}
	for _, tt := range []struct {
		name, tool, args string
		failed           bool
	}{
		{"search", "search_threads", `{}`, false},
		{"search_words", "search_threads", `{"query":"million","include_spam_trash":true,"limit":1}`, false},
		{"search_labels", "search_threads", `{"label_ids":["INBOX"]}`, false},
		{"search_nothing", "search_threads", `{"query":"no\tsuch \"word\""}`, false},
		{"search_labels_nothing", "search_threads", `{"label_ids":["TRASH","STARRED"]}`, false},
		{"thread", "get_thread", `{"thread_id":"t1"}`, false},
		{"thread_last", "get_thread", `{"thread_id":"t1","limit":1}`, false},
		{"thread_before", "get_thread", `{"thread_id":"t1","before":"m2","limit":30}`, false},
		{"thread_before_what", "get_thread", `{"thread_id":"t1","before":"m9"}`, true},
		{"thread_missing", "get_thread", `{"thread_id":"gone"}`, true},
		{"message", "get_message", `{"message_id":"m1"}`, false},
		{"message_html", "get_message", `{"message_id":"m2"}`, false},
		{"message_missing", "get_message", `{"message_id":"../drafts"}`, true},
		{"labels", "list_labels", `{}`, false},
		{"drafts", "list_drafts", `{}`, false},
		{"drafts_nothing", "list_drafts", `{"query":"nothing"}`, false},
		{"wrong_arguments", "send_message", `{"to":[],"text":"x","body":""}`, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, a := start(t, invoice, answer, draft, spam)
			got := call(t, a, tt.tool, tt.args)
			if got.Failed != tt.failed {
				t.Errorf("failed is %v; want %v", got.Failed, tt.failed)
			}
			tooltest.Golden(t, filepath.Join("testdata", tt.name+".tsv"), got.Text+"\n")
		})
	}
}

func TestListsHavePages(t *testing.T) {
	t.Parallel()
	var mail []googletest.Mail
	for n := range 35 {
		m := plainMail(n)
		m.Labels = append(m.Labels, "DRAFT")
		mail = append(mail, m)
	}
	s, a := start(t, mail...)
	for _, tt := range []struct{ tool, path string }{{"search_threads", "/gmail/v1/users/me/threads"}, {"list_drafts", "/gmail/v1/users/me/drafts"}} {
		first := call(t, a, tt.tool, `{"limit":30}`).Text
		rows := connectortest.Rows(t, first)
		note := rows[len(rows)-1][0]
		if len(rows) != 1+30+1 || !strings.HasPrefix(note, "[pass cursor ") {
			t.Fatalf("%s: %d lines, the last %q", tt.tool, len(rows), note)
		}
		cursor, _, _ := strings.Cut(strings.TrimPrefix(note, "[pass cursor "), " ")
		rest := connectortest.Rows(t, call(t, a, tt.tool, `{"limit":30,"cursor":"`+cursor+`"}`).Text)
		if len(rest) != 1+5 {
			t.Errorf("%s: the second page has %d lines", tt.tool, len(rest))
		}
		if asked := s.Requests(tt.path)[0].Query.Get("maxResults"); asked != "30" {
			t.Errorf("%s asked for %s rows", tt.tool, asked)
		}
		if n := len(connectortest.Rows(t, call(t, a, tt.tool, `{}`).Text)); n != 1+15+1 {
			t.Errorf("%s shows %d lines where nothing is said", tt.tool, n)
		}
	}
}

// A thread that goes between its listing and its look-up keeps its row.
func TestWhatGoesMeanwhileKeepsItsRow(t *testing.T) {
	t.Parallel()
	s, a := start(t, invoice)
	s.Refuse("gmail.users.threads.get", googletest.Refusal{Status: 404, Reason: "notFound", Message: "Requested entity was not found."})
	rows := connectortest.Rows(t, call(t, a, "search_threads", `{}`).Text)
	if len(rows) != 2 || rows[1][0] != "t1" || rows[1][2] != "0" {
		t.Errorf("the rows are %q", rows)
	}
}
