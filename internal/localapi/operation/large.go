package operation

import (
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

// maxBody bounds a request's body, in bytes: arguments of a tool call may be large.
// One of as many is refused.
const maxBody = 8 << 20

// refuseLarge refuses a body by the length that it is announced with, before any of
// it is read. A caller who expects a 100 (RFC 9110, section 10.1.1) then sends none,
// and reads the refusal. Of one who sends it all the same some is read after the
// refusal is written, so that it is not lost with the connection. huma refuses one
// without a length once it has read too much.
func refuseLarge(h huma.API) func(huma.Context, func(huma.Context)) {
	return func(hc huma.Context, next func(huma.Context)) {
		length, err := strconv.ParseInt(hc.Header("Content-Length"), 10, 64)
		if err != nil || length < maxBody {
			next(hc)
			return
		}
		refusal := fmt.Sprintf("the request body has %d bytes, and must have less than %d (%d MiB)", length, maxBody, maxBody>>20)
		_ = huma.WriteErr(h, hc, http.StatusRequestEntityTooLarge, refusal) // a caller who is gone needs no answer
		if hc.Header("Expect") == "" {
			_ = hc.SetReadDeadline(time.Now().Add(drainTime))
			_, _ = io.CopyN(io.Discard, hc.BodyReader(), drainMost)
		}
	}
}

// What is read at most of a body that was refused.
const (
	drainMost = 8 * maxBody
	drainTime = 5 * time.Second
)
