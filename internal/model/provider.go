package model

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/guildsbox/guilds/internal/guild"
)

// Provider is a service that runs models. Take one from Providers or Named and set
// HTTP. It is safe for concurrent use once set.
type Provider struct {
	Name  string // "openrouter": what a model's name begins with
	Title string // "OpenRouter"

	// BaseURL is the address below which the API stands, as HTTP allows it, without a
	// slash at its end.
	BaseURL string

	// HTTP sends the requests. It comes from egress.NewClient, and follows no
	// redirect to another origin, so that the key stays where it belongs.
	HTTP *http.Client

	// Idle is how long a provider may send nothing before it counts as gone; 0 for
	// two minutes.
	Idle time.Duration

	// Pause waits between two attempts; nil for a real wait. Tests set it.
	Pause func(ctx context.Context, wait time.Duration) error

	vendor
}

// Providers returns all providers at their own addresses, in the order in which
// the specification names them.
func Providers() []Provider {
	all := make([]Provider, 0, len(vendors))
	for _, row := range vendors {
		all = append(all, Provider{Name: row.name, Title: row.title, BaseURL: row.base, vendor: row})
	}
	return all
}

// Named returns the provider of that name, and false where there is none.
func Named(name string) (Provider, bool) {
	for _, p := range Providers() {
		if p.Name == name {
			return p, true
		}
	}
	return Provider{}, false
}

// Split parts the name of a model, "openrouter/anthropic/claude-sonnet-4.5", into
// its provider and the provider's own id. The error has the code CodeInvalid.
func Split(name string) (provider, id string, err error) {
	provider, id, _ = strings.Cut(name, "/")
	if _, ok := Named(provider); !ok || id == "" || strings.ContainsAny(id, " \t\r\n") {
		return "", "", guild.Errorf(guild.CodeInvalid, "%q names no model; a model is openrouter/ or deepinfra/ and the id that it has there, such as openrouter/openai/gpt-4o", name).
			WithHint("guildsctl model list")
	}
	return provider, id, nil
}

// request makes a request to a path below the base address.
func (p Provider) request(ctx context.Context, method, path, key string, b *body) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, method, strings.TrimSuffix(p.BaseURL, "/")+path, nil)
	if err != nil {
		return nil, guild.Errorf(guild.CodeInvalid, "the address of %s is not a URL", p.Title)
	}
	if b != nil {
		// GetBody lets net/http send it again over a fresh connection where a kept
		// one turns out to be closed.
		req.Body, req.GetBody = b.reader(), func() (io.ReadCloser, error) { return b.reader(), nil }
		req.ContentLength = b.size()
		req.Header.Set("Content-Type", "application/json")
	}
	if key != "" {
		req.Header.Set("Authorization", "Bearer "+key)
	}
	p.attribute(req)
	return req, nil
}

// attribute names this product to the provider itself, never to another server
// that stands in for it.
func (p Provider) attribute(req *http.Request) {
	if own, err := url.Parse(p.base); err != nil || req.URL.Host != own.Host {
		return
	}
	for name, value := range p.attribution {
		req.Header.Set(name, value)
	}
}
