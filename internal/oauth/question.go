package oauth

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"

	"github.com/guildsbox/guilds/internal/egress"
	"github.com/guildsbox/guilds/internal/guild"
)

// A question is one request to an authorization server, without what is asked.
type question struct {
	client   *http.Client
	endpoint string
	what     string   // such as "the code", for messages
	secrets  []string // of the request: the server may repeat them
}

func (q question) origin() string { return originOf(q.endpoint) }

// post sends body and decodes the JSON of a 2xx answer into answer, or nothing
// where answer is nil. credential may be nil.
func (q question) post(ctx context.Context, kind string, body io.Reader, credential *url.Userinfo, answer any) error {
	u, err := egress.CheckURL(q.endpoint)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, u.String(), body)
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", kind)
	req.Header.Set("Accept", "application/json")
	if credential != nil {
		secret, _ := credential.Password()
		req.SetBasicAuth(url.QueryEscape(credential.Username()), url.QueryEscape(secret))
	}
	resp, err := q.client.Do(req)
	if err != nil {
		return egress.Failure(u, err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(io.LimitReader(resp.Body, maxDocument))
	if err != nil {
		return egress.Failure(u, err)
	}
	if resp.StatusCode/100 != 2 {
		return q.refused(resp.StatusCode, data)
	}
	if answer != nil && json.Unmarshal(data, answer) != nil {
		return q.nonsense()
	}
	return nil
}

func (q question) refused(status int, body []byte) error {
	var c complaint
	_ = json.Unmarshal(body, &c) // a page for browsers says nothing that helps
	return refused(q.origin(), q.what, status, c, quote(c.Description, q.secrets))
}

// nonsense is the error for an answer that claims success and is none. It may be
// the page of a proxy that stands in between.
func (q question) nonsense() error {
	return guild.Errorf(guild.CodeUnavailable, "%s answered %s with something that is no answer to it; try again later, and check the address of the server if it stays so", q.origin(), q.what)
}
