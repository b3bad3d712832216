package githubapp

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"

	"github.com/guildsbox/guilds/internal/egress"
	"github.com/guildsbox/guilds/internal/guild"
)

const (
	// requestTimeout bounds one request; a list has one for each of its pages.
	requestTimeout = 30 * time.Second
	pageSize       = "100" // the largest that GitHub gives
	// maxPages bounds a list, so that pages which lead in a circle end.
	maxPages   = 500
	apiVersion = "2022-11-28"
	userAgent  = "guildsd" // GitHub refuses requests without one
)

// credential is who asks, and what it means when GitHub answers 401 to it.
type credential struct {
	user    string // for basic authentication; empty for a bearer token
	secret  string
	code    guild.Code
	refused string
}

// request is one call of GitHub's REST API.
type request struct {
	as     credential
	method string
	path   string // below the API's address, escaped
	what   string // what GitHub is asked to do, for errors
	body   any
	hide   string // what else of the request no error may repeat
	whole  *url.URL
}

// call sends a request and decodes the answer into a value, if that is not nil.
// An answer that is no success is an error that wraps a *refusal.
func (a *App) call(ctx context.Context, r request, into any) error {
	_, err := a.send(ctx, r, into)
	return err
}

func (a *App) send(ctx context.Context, r request, into any) (http.Header, error) {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	req, err := a.build(ctx, r)
	if err != nil {
		return nil, err
	}
	resp, err := a.client.Do(req)
	if err != nil {
		return nil, egress.Failure(a.api, err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, egress.Failure(a.api, err)
	}
	if resp.StatusCode/100 != 2 {
		return nil, refuse(r, resp, body)
	}
	// What a decoder says of a document may quote it.
	if into != nil && json.Unmarshal(body, into) != nil {
		return nil, guild.Errorf(guild.CodeUpstream, "%s was asked to %s and answered with something other than its documentation says; try again later", egress.Origin(a.api), r.what)
	}
	return resp.Header, nil
}

func (a *App) build(ctx context.Context, r request) (*http.Request, error) {
	target := r.whole
	if target == nil {
		target = a.api.JoinPath(r.path)
	}
	var body io.Reader
	if r.body != nil {
		encoded, err := json.Marshal(r.body)
		if err != nil {
			return nil, err
		}
		body = bytes.NewReader(encoded)
	}
	req, err := http.NewRequestWithContext(ctx, r.method, target.String(), body)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "application/vnd.github+json")
	req.Header.Set("X-GitHub-Api-Version", apiVersion)
	req.Header.Set("User-Agent", userAgent)
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if r.as.user != "" {
		req.SetBasicAuth(r.as.user, r.as.secret)
	} else {
		req.Header.Set("Authorization", "Bearer "+r.as.secret)
	}
	return req, nil
}

// page is one page of either list that the box reads.
type page struct {
	Installations []wireInstallation `json:"installations"`
	Repositories  []wireRepository   `json:"repositories"`
}

// pages reads a list to its end by the Link headers (RFC 8288), as GitHub's page
// "Using pagination in the REST API" asks for.
func (a *App) pages(ctx context.Context, r request, each func(page)) error {
	r.method = http.MethodGet
	r.whole = a.api.JoinPath(r.path)
	r.whole.RawQuery = url.Values{"per_page": {pageSize}}.Encode()
	for range maxPages {
		var p page
		header, err := a.send(ctx, r, &p)
		if err != nil {
			return err
		}
		each(p)
		if r.whole, err = a.nextPage(header); r.whole == nil {
			return err
		}
	}
	return guild.Errorf(guild.CodeUpstream, "GitHub was asked to %s and sent more than %d pages of %s; let the App reach fewer", r.what, maxPages, pageSize)
}

var nextLink = regexp.MustCompile(`<([^>]*)>[^<]*;\s*rel="?next"?`)

// nextPage returns nil after the last page. A page elsewhere is an error: the
// credential would go there.
func (a *App) nextPage(h http.Header) (*url.URL, error) {
	found := nextLink.FindStringSubmatch(strings.Join(h.Values("Link"), ", "))
	if found == nil {
		return nil, nil
	}
	next, err := a.api.Parse(found[1])
	if err != nil || egress.Origin(next) != egress.Origin(a.api) {
		return nil, guild.Errorf(guild.CodeUpstream, "%s names a next page that is not its own, which was not read", egress.Origin(a.api))
	}
	return next, nil
}
