package typesafe

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	"github.com/guildsbox/guilds/internal/text"
)

// maxAnswer is the longest answer that is read, in bytes. Each question is answered in
// some sixty.
const maxAnswer = 1 << 20

// read returns the body of an answer. Any status but 200 is a refusal.
func (c *Client) read(resp *http.Response) ([]byte, error) {
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	if resp.StatusCode != http.StatusOK {
		return nil, c.refusal(resp, body)
	}
	if err != nil {
		return nil, &failure{err: fmt.Errorf("TypeSafe: its answer broke off: %w", err), again: true, after: pause}
	}
	return body, nil
}

type answers struct {
	Answers map[string]struct {
		Type string   `json:"type"`
		Noul *float64 `json:"noul"`
	} `json:"answers"`
}

// readAnswers takes an answer for each question, of its kind and between 0 and 1. What
// was not asked is passed over; anything else that does not fit makes the whole answer
// one that cannot be trusted.
func readAnswers(body []byte, questions map[string]string) (map[string]float64, error) {
	var got answers
	if err := json.Unmarshal(body, &got); err != nil {
		return nil, fmt.Errorf("TypeSafe: its answer is not read: %w", err)
	}
	out := make(map[string]float64, len(questions))
	for id := range questions {
		a, ok := got.Answers[id]
		switch {
		case !ok:
			return nil, fmt.Errorf("TypeSafe: it left the question %q without an answer", id)
		case a.Type != noul || a.Noul == nil:
			return nil, fmt.Errorf("TypeSafe: its answer to %q is of the kind %q, not %q", id, text.Line(a.Type, 40), noul)
		case *a.Noul < 0 || *a.Noul > 1:
			return nil, fmt.Errorf("TypeSafe: its answer to %q is %g, which is no probability", id, *a.Noul)
		}
		out[id] = *a.Noul
	}
	return out, nil
}
