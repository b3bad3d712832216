package mcpclient_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/mcpclient"
	"github.com/guildsbox/guilds/internal/mcpclient/mcptest"
)

// pages is a server whose tools/list answers by cursor; "" is the first page.
func pages(t *testing.T, byCursor map[string]string) *fake {
	t.Helper()
	return newFake(t, on{"tools/list": func(w http.ResponseWriter, m message) {
		var params struct{ Cursor string }
		_ = json.Unmarshal(m.Params, &params)
		reply(w, m, byCursor[params.Cursor])
	}})
}

func names(l mcpclient.Listing) []string {
	var out []string
	for _, t := range l.Tools {
		out = append(out, t.RemoteName)
	}
	return out
}

func list(t *testing.T, p *mcpclient.Pool, l mcpclient.Login) mcpclient.Listing {
	t.Helper()
	got, err := p.List(t.Context(), l)
	if err != nil {
		t.Fatalf("listing: %v", err)
	}
	return got
}

func TestCase35RepeatedToolsAndCursors(t *testing.T) {
	t.Parallel()
	f := pages(t, map[string]string{
		"":  `{"tools":[{"name":"a"},{"name":"b"}],"nextCursor":"x"}`,
		"x": `{"tools":[{"name":"b"},{"name":"c"}],"nextCursor":"x"}`,
	})
	got := list(t, newPool(t, mcpclient.Options{}), loginTo(f.URL))
	if diff := cmp.Diff([]string{"a", "b", "c"}, names(got)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if n := len(f.got("tools/list")); n != 2 {
		t.Errorf("%d pages were asked for, want 2", n)
	}
}

func TestCase35CursorsInACircleEnd(t *testing.T) {
	t.Parallel()
	f := pages(t, map[string]string{
		"":  `{"tools":[{"name":"a"}],"nextCursor":"x"}`,
		"x": `{"tools":[{"name":"b"}],"nextCursor":"y"}`,
		"y": `{"tools":[{"name":"c"}],"nextCursor":"x"}`,
	})
	got := list(t, newPool(t, mcpclient.Options{}), loginTo(f.URL))
	if diff := cmp.Diff([]string{"a", "b", "c"}, names(got)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestListingThatNeverEndsIsAnError(t *testing.T) {
	t.Parallel()
	n := 0
	f := newFake(t, on{"tools/list": func(w http.ResponseWriter, m message) {
		n++
		reply(w, m, fmt.Sprintf(`{"tools":[{"name":"t%d"}],"nextCursor":"c%d"}`, n, n))
	}})
	_, err := newPool(t, mcpclient.Options{}).List(t.Context(), loginTo(f.URL))
	coded(t, err, guild.CodeUpstream, "more than")
	if n > 200 {
		t.Errorf("%d pages were asked for", n)
	}
}

func TestListingHasATimeLimit(t *testing.T) {
	t.Parallel()
	f := newFake(t, on{"tools/list": func(w http.ResponseWriter, m message) {
		if strings.Contains(string(m.Params), "cursor") {
			<-m.HTTP.Context().Done()
			return
		}
		reply(w, m, `{"tools":[{"name":"a"}],"nextCursor":"x"}`)
	}})
	p := newPool(t, mcpclient.Options{ListTimeout: 200 * time.Millisecond})
	_, err := p.List(t.Context(), loginTo(f.URL))
	coded(t, err, guild.CodeUnavailable, "did not answer tools/list in time")
	if strings.Contains(err.Error(), "may have happened") {
		t.Errorf("a listing does nothing, but the error is %q", err)
	}
}

func TestSchemasStayByteForByte(t *testing.T) {
	t.Parallel()
	const (
		schema      = `{ "$schema":"https://json-schema.org/draft/2020-12/schema", "anyOf":[{"required":["b"]},{"required":["a"]}],  "properties":{"b":{"type":["string","null"],"x-odd":1.0e2},"a":{}}, "type":"object", "title":"\u00e9<&>" }`
		annotations = `{"readOnlyHint":true, "x":[1, 2]}`
	)
	f := pages(t, map[string]string{"": `{"tools":[
		{"name":"a","title":"T","description":"D","inputSchema":` + schema + `,"annotations":` + annotations + `},
		{"name":"b","annotations":{"title":"Old"},"inputSchema":null},
		{"name":7},{"description":"no name"},"nonsense",
		{"name":"c","inputSchema":{"type":"string"}}
	]}`})
	got := list(t, newPool(t, mcpclient.Options{}), loginTo(f.URL))
	want := mcpclient.Listing{Revision: "2025-11-25", Server: "fake 1", Tools: []mcpclient.Tool{
		{RemoteName: "a", Title: "T", Description: "D", InputSchema: json.RawMessage(schema), Annotations: json.RawMessage(annotations)},
		{RemoteName: "b", Title: "Old", Annotations: json.RawMessage(`{"title":"Old"}`)},
		{RemoteName: "c", InputSchema: json.RawMessage(`{"type":"string"}`)},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestShortestTimeToLiveCounts(t *testing.T) {
	t.Parallel()
	tests := []struct {
		first, second string
		want          time.Duration
	}{
		{`60000`, `30000`, 30 * time.Second},
		{`30000`, `null`, 30 * time.Second},
		{`null`, `-1`, 0},
		{`0`, `60000`, time.Millisecond},
		{`9223372036854775807`, `null`, 24 * time.Hour},
	}
	for _, tt := range tests {
		f := pages(t, map[string]string{
			"":  `{"tools":[],"nextCursor":"x","ttlMs":` + tt.first + `}`,
			"x": `{"tools":[],"ttlMs":` + tt.second + `}`,
		})
		if got := list(t, newPool(t, mcpclient.Options{}), loginTo(f.URL)); got.TTL != tt.want {
			t.Errorf("ttlMs %s and %s: %v, want %v", tt.first, tt.second, got.TTL, tt.want)
		}
	}
}

func TestChangedToolsAreTold(t *testing.T) {
	t.Parallel()
	for _, o := range []mcptest.Options{{}, {Stateless: true}} {
		t.Run(fmt.Sprintf("stateless=%t", o.Stateless), func(t *testing.T) {
			t.Parallel()
			s, url := start(t, o)
			told := make(chan guild.ID, 100)
			p := newPool(t, mcpclient.Options{ListChanged: func(id guild.ID) { told <- id }})
			l := loginTo(url)
			before := len(list(t, p, l).Tools)
			// The stream is opened beside the listing, so the first notices may
			// come too early for it.
			for n, got := 0, false; !got; n++ {
				s.AddTool(fmt.Sprint("extra", n))
				select {
				case id := <-told:
					got = true
					if id != l.ID {
						t.Errorf("told of %s, want %s", id, l.ID)
					}
				case <-time.After(50 * time.Millisecond):
					if n == 100 {
						t.Fatal("nobody was told")
					}
				}
			}
			if after := len(list(t, p, l).Tools); after <= before {
				t.Errorf("%d tools after %d", after, before)
			}
		})
	}
}

func TestServerWithoutListeningIsAskedOnce(t *testing.T) {
	t.Parallel()
	f := newFake(t, on{"GET": func(w http.ResponseWriter, _ message) {
		replyRaw(w, http.StatusBadRequest, "text/plain", "what is this?")
	}})
	p := newPool(t, mcpclient.Options{})
	l := loginTo(f.URL)
	call(t, p, l, "x", "")
	f.awaits(t, "GET")
	for range 5 {
		call(t, p, l, "x", "")
	}
	if n := len(f.got("GET")); n != 1 {
		t.Errorf("%d GET requests, want 1", n)
	}
}
