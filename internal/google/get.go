package google

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/egress"
	"github.com/guildsbox/guilds/internal/guild"
)

const (
	timeout   = 20 * time.Second // of one request
	maxAnswer = 8 << 20          // bytes; the longest page of a list is far shorter
)

// Get decodes what a GET of a path below the account's API answers into answer.
// The path is taken as it is: whatever stands in it has to be escaped.
//
// A refusal is an error with Google's own message and the hint what to do. It has
// the code rejected where a new login helps, unsupported where the Google Cloud
// project has to be put right, not_found, denied, and unavailable where the same
// request may succeed later. A refused token has a *connector.Refused as its cause.
func Get(ctx context.Context, a connector.Account, path string, query url.Values, answer any) error {
	u, err := egress.CheckURL(a.Base + path)
	if err != nil {
		return err
	}
	u.RawQuery = query.Encode()
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+a.Token)
	req.Header.Set("Accept", "application/json")
	resp, err := a.HTTP.Do(req)
	if err != nil {
		return egress.Failure(u, err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	if err != nil {
		return egress.Failure(u, err)
	}
	if resp.StatusCode != http.StatusOK {
		return refused(egress.Origin(u), resp.StatusCode, body)
	}
	if json.Unmarshal(body, answer) != nil {
		return guild.Errorf(guild.CodeUpstream, "%s answered with something that is not the JSON it documents", egress.Origin(u))
	}
	return nil
}
