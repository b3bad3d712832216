package typesafe

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/guildsbox/guilds/internal/redact"
)

// Address is the base address of TypeSafe's API.
const Address = "https://api.typesafe.ai"

// DefaultModel is asked where the operator names none (TYPESAFE_MODEL). It is an alias
// that TypeSafe moves.
const DefaultModel = "jev-latest"

const (
	// budget bounds one Ask with its second try: somebody waits for it.
	budget = 3 * time.Second
	// tryFor bounds each try, so that one that hangs leaves time for another.
	tryFor = budget / 2
	// pause is how long to wait before the second try where TypeSafe does not say.
	pause = 200 * time.Millisecond
)

// Client asks with one key. It is safe for concurrent use.
type Client struct {
	http    *http.Client
	address string
	model   string
	key     string
	secret  *redact.Set
}

// New returns a client of the service at a base address. An empty model is
// DefaultModel.
func New(client *http.Client, address, model, key string) *Client {
	if model == "" {
		model = DefaultModel
	}
	return &Client{
		http: client, address: address, model: model, key: key,
		secret: redact.New(redact.Secret{Name: "TYPESAFE_API_KEY", Value: key}),
	}
}

// Ask asks questions about a state, which is encoded as JSON: a text, an object or a
// list. It returns the probability of yes for each question, by the question's id. The
// ids are not shown to the model. It takes at most three seconds, a second try after a
// limit, a fault of the service or a lost connection included. An error never holds the
// key.
func (c *Client) Ask(ctx context.Context, state any, questions map[string]string) (map[string]float64, error) {
	body, err := c.encode(state, questions)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	answer, err := c.try(ctx, body, 0)
	if after, again := retryable(err); again && wait(ctx, after) {
		answer, err = c.try(ctx, body, 1)
	}
	if err != nil {
		return nil, err
	}
	return readAnswers(answer, questions)
}

type question struct {
	Type         string `json:"type"`
	Instructions string `json:"instructions"`
}

// noul is TypeSafe's word for a question of yes or no, and for its answer.
const noul = "noul"

func (c *Client) encode(state any, questions map[string]string) ([]byte, error) {
	asked := make(map[string]question, len(questions))
	for id, instructions := range questions {
		asked[id] = question{noul, instructions}
	}
	body, err := json.Marshal(map[string]any{"model": c.model, "state": state, "questions": asked})
	if err != nil {
		return nil, fmt.Errorf("encode questions for TypeSafe: %w", err)
	}
	return body, nil
}

// try sends the questions once.
func (c *Client) try(ctx context.Context, body []byte, retries int) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, tryFor)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.address+"/v1/systemone", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", "Bearer "+c.key)
	req.Header.Set("Content-Type", "application/json")
	if retries > 0 {
		req.Header.Set("X-TypeSafe-Retry-Count", strconv.Itoa(retries))
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, &failure{err: fmt.Errorf("TypeSafe: %w", err), again: true, after: pause}
	}
	defer resp.Body.Close()
	return c.read(resp)
}

// wait waits before a second try, and reports whether there is time for one.
func wait(ctx context.Context, after time.Duration) bool {
	if end, ok := ctx.Deadline(); ok && time.Until(end) <= after {
		return false
	}
	select {
	case <-time.After(after):
		return true
	case <-ctx.Done():
		return false
	}
}
