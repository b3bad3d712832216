package model

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"math/big"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/guildsbox/guilds/internal/egress"
	"github.com/guildsbox/guilds/internal/guild"
)

// Info is a model as its provider lists it.
type Info struct {
	ID   string // the provider's own; the box's name has the provider before it
	Name string

	Context   int // tokens of the conversation with its answer; 0 where it is not said
	MaxOutput int // tokens of one answer; 0 where it is not said

	// Prices in US dollars for a million tokens, as decimals; empty where they are
	// not said.
	PromptPrice, CompletionPrice string

	// Tools says whether the model takes tools; nil where the provider does not say.
	Tools *bool
}

// listed is a model in the list of either provider.
type listed struct {
	ID         string   `json:"id"`
	Name       string   `json:"name"`
	Context    int      `json:"context_length"`
	Parameters []string `json:"supported_parameters"`
	Pricing    struct {
		Prompt     string `json:"prompt"`
		Completion string `json:"completion"`
	} `json:"pricing"`
	TopProvider struct {
		MaxCompletion int `json:"max_completion_tokens"`
	} `json:"top_provider"`

	Metadata struct { // of DeepInfra; it may be null
		Context   int `json:"context_length"`
		MaxTokens int `json:"max_tokens"`
		Pricing   struct {
			Input  json.Number `json:"input_tokens"`
			Output json.Number `json:"output_tokens"`
		} `json:"pricing"`
	} `json:"metadata"`
}

func (p Provider) info(m listed) Info {
	i := Info{
		ID: m.ID, Name: m.Name, Context: max(m.Context, m.Metadata.Context),
		MaxOutput:       max(m.TopProvider.MaxCompletion, m.Metadata.MaxTokens),
		PromptPrice:     p.price(m.Pricing.Prompt + m.Metadata.Pricing.Input.String()),
		CompletionPrice: p.price(m.Pricing.Completion + m.Metadata.Pricing.Output.String()),
	}
	if i.Name == "" {
		i.Name = i.ID
	}
	if m.Parameters != nil {
		tools := slices.Contains(m.Parameters, "tools")
		i.Tools = &tools
	}
	return i
}

// price turns a price into that of a million tokens. A negative one is OpenRouter's
// for a router, whose price depends on the model that it picks.
func (p Provider) price(written string) string {
	price, ok := new(big.Rat).SetString(written)
	if !ok || price.Sign() < 0 {
		return ""
	}
	price.Mul(price, big.NewRat(1_000_000, p.pricesPer))
	decimal := strings.TrimRight(price.FloatString(6), "0")
	return strings.TrimSuffix(decimal, ".")
}

// maxPages bounds a list of models; OpenRouter's has two pages of 500 at most
// today.
const maxPages = 20

// Models lists the provider's models in its own order.
func (p Provider) Models(ctx context.Context, key string) ([]Info, error) {
	all := []Info{}
	path := "/models"
	for range maxPages {
		var page struct {
			Data  []listed `json:"data"`
			Links struct {
				Next string `json:"next"`
			} `json:"links"`
		}
		if err := p.get(ctx, path, key, &page); err != nil {
			return nil, err
		}
		for _, m := range page.Data {
			all = append(all, p.info(m))
		}
		next, err := url.Parse(page.Links.Next)
		if err != nil || next.RawQuery == "" || len(page.Data) == 0 {
			break
		}
		path = "/models?" + next.RawQuery
	}
	return all, nil
}

// getTimeout bounds a request for anything but an answer of a model.
const getTimeout = 30 * time.Second

// get decodes the JSON at a path.
func (p Provider) get(ctx context.Context, path, key string, into any) error {
	ctx, cancel := context.WithTimeout(ctx, getTimeout)
	defer cancel()
	req, err := p.request(ctx, http.MethodGet, path, key, nil)
	if err != nil {
		return err
	}
	resp, err := p.HTTP.Do(req)
	if err != nil {
		return egress.Failure(req.URL, err)
	}
	defer resp.Body.Close()
	t := turn{Provider: p, key: key}
	if resp.StatusCode != http.StatusOK {
		return t.refusedBy(resp, resp.Body)
	}
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		return egress.Failure(req.URL, err)
	}
	var wrong *json.UnmarshalTypeError // one odd member must not hide the others
	if err := json.Unmarshal(data, into); err != nil && !errors.As(err, &wrong) {
		return guild.Errorf(guild.CodeUpstream, "%s sent an answer that is not JSON; check the address of the provider", egress.Origin(req.URL))
	}
	return nil
}
