package client_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/pkg/api"
	"github.com/guildsbox/guilds/pkg/client"
)

var errEnough = errors.New("enough")

// A stream that breaks off in the middle of an answer is resumed, and the pieces that
// come again are taken back first.
func TestWatchRunResumes(t *testing.T) {
	t.Parallel()
	message := func(seq int, text string) string {
		return fmt.Sprintf("id: %d\nevent: message\ndata: {\"seq\":%d,\"text\":%q}\n\n", seq, seq, text)
	}
	const half, call = "event: text\ndata: {\"text\":\"Half\"}\n\n", "event: call\ndata: {\"name\":\"echo\"}\n\n"
	streams := map[string][]string{ // by what they begin after
		"":  {message(1, "Go.") + half},
		"1": {half, half + message(2, "Half of it.") + call},
		"2": {call + message(3, "done")},
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		after := r.URL.Query().Get("after")
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(w, streams[after][0])
		streams[after] = streams[after][1:]
	}))
	t.Cleanup(server.Close)
	c, err := client.TCP(server.URL, "token")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	err = c.WatchRun(t.Context(), "run", 0, false, func(e client.RunEvent) error {
		got = append(got, e.Name+e.Piece.Text+e.Message.Text)
		if e.Message.Text == "done" {
			return errEnough
		}
		return nil
	})
	want := []string{"messageGo.", "textHalf", "reset", "textHalf", "reset", "textHalf", "messageHalf of it.", "call", "call", "messagedone"}
	if diff := cmp.Diff(want, got); !errors.Is(err, errEnough) || diff != "" {
		t.Errorf("%v; the events (-want +got):\n%s", err, diff)
	}
}

// A daemon that lacks its database for a moment is asked again by who watches, and not
// by who begins to.
func TestWatchRunWhileTheDatabaseIsAway(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		answers []string // empty for a refusal
		want    []string
		code    string
	}{
		"while watching":   {[]string{"event: message\ndata: {\"seq\":1,\"text\":\"Go.\"}\n\n", "", "event: over\ndata: {}\n\n"}, []string{"Go."}, ""},
		"at the beginning": {[]string{""}, nil, api.CodeUnavailable},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			answer := tt.answers[0]
			tt.answers = tt.answers[1:]
			if answer == "" {
				w.Header().Set("Content-Type", "application/problem+json")
				w.WriteHeader(http.StatusServiceUnavailable)
				answer = `{"status":503,"code":"unavailable"}`
			}
			fmt.Fprint(w, answer)
		}))
		t.Cleanup(server.Close)
		c, err := client.TCP(server.URL, "token")
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		err = c.WatchRun(t.Context(), "run", 0, false, func(e client.RunEvent) error {
			got = append(got, e.Message.Text)
			return nil
		})
		var refused *api.Problem
		if errors.As(err, &refused) != (tt.code != "") || refused != nil && refused.Code != tt.code || !cmp.Equal(tt.want, got) {
			t.Errorf("%s: %v after the messages %q; want %q and %q", name, err, got, tt.code, tt.want)
		}
	}
}
