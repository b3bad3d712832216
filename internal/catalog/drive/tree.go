package drive

import (
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/guildsbox/guilds/internal/connector/rest"
	"github.com/guildsbox/guilds/internal/google"
)

// maxTree is how many folders one query names.
const maxTree = 40

// tree returns the folder and the folders below it, or nothing where they are more
// than one query can name. Drive knows no search below a folder, and without their
// names a search of a large account finds little that is kept.
func (r *reach) tree(ctx context.Context) ([]string, error) {
	all := []string{r.account.FolderID}
	for level := all; len(level) > 0; {
		below, more, err := r.below(ctx, level)
		if err != nil {
			return nil, err
		}
		level = slices.DeleteFunc(below, func(id string) bool { return slices.Contains(all, id) })
		all = append(all, level...)
		if more || len(all) > maxTree {
			return nil, nil
		}
	}
	return all, nil
}

// below returns the folders that lie in some, and whether there are more.
func (r *reach) below(ctx context.Context, folders []string) (ids []string, more bool, err error) {
	var found page
	q := url.Values{
		"q":      {"trashed = false and mimeType = '" + folderType + "' and (" + inAny(folders) + ")"},
		"fields": {"nextPageToken,files(id)"}, "pageSize": {strconv.Itoa(maxTree)},
		"supportsAllDrives": {"true"}, "includeItemsFromAllDrives": {"true"},
	}
	if err := google.API.Get(ctx, r.account, rest.At("/files"), q, &found); err != nil {
		return nil, false, err
	}
	for _, f := range found.Files {
		ids = append(ids, f.ID)
	}
	return ids, found.Next != "", nil
}

// inAny is the condition of lying in one of some folders.
func inAny(folders []string) string {
	var conditions []string
	for _, id := range folders {
		conditions = append(conditions, quote(id)+" in parents")
	}
	return strings.Join(conditions, " or ")
}
