package drive

import (
	"context"
	"net/url"
	"strconv"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/rest"
	"github.com/guildsbox/guilds/internal/google"
)

// The parts of an account, as Drive's own pages call them.
const (
	myDrive      = "My Drive"
	sharedWithMe = "Shared with me"
	sharedDrives = "Shared drives"
)

const folderType = "application/vnd.google-apps.folder"

// section is one list of folders.
type section struct {
	place    string
	path     string
	query    url.Values
	pageSize int
}

// sections are in the order of the specification. A shared drive's id is that of
// its top folder, so all of it may be chosen; of My Drive only what lies in it.
var sections = []section{
	{myDrive, "/files", files("'root' in parents"), 1000},
	{sharedWithMe, "/files", files("sharedWithMe = true"), 1000},
	{sharedDrives, "/drives", url.Values{"fields": {"nextPageToken,drives(id,name)"}}, 100},
}

// files is a query for folders. Without the flags of shared drives Drive leaves
// out what is shared from one of them, and does not say so.
func files(where string) url.Values {
	return url.Values{
		"q":                         {where + " and mimeType = '" + folderType + "' and trashed = false"},
		"fields":                    {"nextPageToken,files(id,name)"},
		"orderBy":                   {"name_natural"},
		"supportsAllDrives":         {"true"},
		"includeItemsFromAllDrives": {"true"},
	}
}

// maxPages bounds how much of one part of an account is listed: 10,000 folders,
// or 1,000 shared drives. A folder that is not listed can still be chosen.
const maxPages = 10

// folders returns the folders at the top of My Drive, those shared with the
// account, and the shared drives.
func folders(ctx context.Context, a connector.Account) ([]connector.Folder, error) {
	var found []connector.Folder
	for _, s := range sections {
		part, err := s.list(ctx, a)
		if err != nil {
			return nil, err
		}
		found = append(found, part...)
	}
	return found, nil
}

func (s section) list(ctx context.Context, a connector.Account) (found []connector.Folder, err error) {
	query := url.Values{"pageSize": {strconv.Itoa(s.pageSize)}}
	for name, values := range s.query {
		query[name] = values
	}
	for range maxPages {
		var page struct {
			NextPageToken string `json:"nextPageToken"`
			Files         []file `json:"files"`
			Drives        []file `json:"drives"`
		}
		if err := google.API.Get(ctx, a, rest.At(s.path), query, &page); err != nil {
			return nil, err
		}
		for _, f := range append(page.Files, page.Drives...) {
			found = append(found, connector.Folder{ID: f.ID, Name: f.Name, Place: s.place})
		}
		if page.NextPageToken == "" {
			break
		}
		query.Set("pageToken", page.NextPageToken)
	}
	return found, nil
}
