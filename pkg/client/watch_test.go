package client_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/google/go-cmp/cmp"

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
