package localapi_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/access"
	"github.com/guildsbox/guilds/pkg/api"
	"github.com/guildsbox/guilds/pkg/client"
)

// A body that is too large is refused with the limit, and not by an end of the
// connection, over the socket as over TCP.
func TestALargeBodyIsRefusedWithTheLimit(t *testing.T) {
	t.Parallel()
	b := newBox(t, nil)
	for where, c := range map[string]*client.Client{"socket": b.local, "TCP": b.at(t, "platform", access.Admin)} {
		for range 5 { // whether an unread body hides the answer is a matter of luck
			_, err := c.CreateScope(t.Context(), api.NewScope{Name: strings.Repeat("x", 32<<20)})
			wantProblem(t, err, api.CodeInvalid, "must have less than 8388608 (8 MiB)")
			if p, ok := err.(*api.Problem); ok && p.Status != http.StatusRequestEntityTooLarge {
				t.Errorf("%s: HTTP %d, want 413", where, p.Status)
			}
		}
		_, err := c.CreateScope(t.Context(), api.NewScope{Name: strings.Repeat("x", 2<<20)})
		wantProblem(t, err, api.CodeInvalid, "name") // it is read, and refused for what it says
	}
}
