package oauth

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/guildsbox/guilds/internal/egress"
	"github.com/guildsbox/guilds/internal/guild"
)

const (
	requestTimeout   = 20 * time.Second
	discoveryTimeout = 40 * time.Second // of all its requests together
	maxDocument      = 1 << 20          // bytes; the longest known are a few thousand
	protocolVersion  = "2025-11-25"
)

// vouched checks an address that a document or a header of another service
// names. Only a service on this machine may name an address on this machine:
// anyone else would aim the box at its own neighbours.
func vouched(address string, by *url.URL) (*url.URL, error) {
	u, err := egress.CheckURL(address)
	if err != nil {
		return nil, err
	}
	if isLoopback(u) && !isLoopback(by) {
		return nil, guild.Errorf(guild.CodeDenied, "%s names an address on this machine, %s, which only a service on this machine may do", egress.Origin(by), egress.Origin(u))
	}
	return u, nil
}

func isLoopback(u *url.URL) bool {
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	addr, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && addr.Unmap().IsLoopback()
}

// A document is one that has a well-known place.
type document interface {
	// found reports whether it says what makes it such a document. Many servers
	// answer any path with 200 and something.
	found() bool
}

// search remembers where discovery has looked.
type search struct {
	client *http.Client
	by     *url.URL // the MCP server on whose word it all rests
	tried  []string // addresses without query, with what came of each
	// failure is the first that says nothing about whether the document exists.
	failure error
}

// first fetches the documents at the addresses until it finds one.
func first[T document](ctx context.Context, s *search, addresses []string) (T, bool) {
	for _, address := range addresses {
		var doc T
		err := s.fetch(ctx, address, &doc)
		if err == nil && doc.found() {
			return doc, true
		}
		s.note(address, err)
	}
	var none T
	return none, false
}

func (s *search) note(address string, err error) {
	place := placeOf(address)
	if err == nil {
		s.tried = append(s.tried, place)
		return
	}
	s.tried = append(s.tried, place+" ("+err.Error()+")")
	if s.failure == nil {
		s.failure = err
	}
}

// placeOf leaves out of an address what may hold a secret.
func placeOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "an address that is none"
	}
	return short(egress.Origin(u) + u.EscapedPath())
}

// fetch decodes the JSON at an address. It leaves doc alone and returns nil where
// the server says that there is nothing: a 4xx other than 429, or no JSON.
func (s *search) fetch(ctx context.Context, address string, doc any) error {
	u, err := vouched(address, s.by)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return err
	}
	req.Header.Set("Accept", "application/json")
	// The MCP specification of 2025-03-26 asks for it where metadata is fetched.
	req.Header.Set("MCP-Protocol-Version", protocolVersion)
	resp, err := s.client.Do(req)
	if err != nil {
		return egress.Failure(u, err)
	}
	defer resp.Body.Close()
	if mayPass(resp.StatusCode) {
		return guild.Errorf(guild.CodeUnavailable, "%s answers HTTP %d; try again later", egress.Origin(u), resp.StatusCode)
	}
	if resp.StatusCode != http.StatusOK {
		return nil
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxDocument))
	if err != nil {
		return egress.Failure(u, err)
	}
	_ = json.Unmarshal(body, doc) // a page for browsers, or half a document: found tells
	return nil
}

// mayPass reports whether a status says nothing about the request itself.
func mayPass(status int) bool {
	return status >= http.StatusInternalServerError || status == http.StatusTooManyRequests
}
