package drive

import (
	"context"
	"net/http"
	"net/url"

	"github.com/guildsbox/guilds/internal/connector/rest"
	"github.com/guildsbox/guilds/internal/google"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/text"
)

// content returns what a file holds, at most so many bytes: exported as a type, or as
// it is where kind is empty.
func (r *reach) content(ctx context.Context, f file, kind string, most int64) ([]byte, error) {
	if size, err := f.Size.Int64(); err == nil && size > most {
		return nil, guild.Errorf(guild.CodeUnsupported, "%q has %s, and at most %s are taken", f.Name, text.Size(size), text.Size(most))
	}
	// files.export needs no word of shared drives, and knows none.
	request := rest.Request{Path: rest.At("/files/{id}/export", f.ID), Query: url.Values{"mimeType": {kind}}, Max: most}
	if kind == "" {
		request.Path = rest.At("/files/{id}", f.ID)
		request.Query = url.Values{"alt": {"media"}, "supportsAllDrives": {"true"}}
	}
	request.Header = http.Header{"Accept": {"*/*"}}
	got, err := google.API.Do(ctx, r.account, request)
	return got.Body, err
}
