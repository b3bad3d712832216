package drive

import (
	"context"
	"net/url"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/rest"
	"github.com/guildsbox/guilds/internal/google"
	"github.com/guildsbox/guilds/internal/guild"
)

// reach finds the files that a login may reach: those in its folder and below it. It
// serves one call of a tool and asks for each file once, so that what was moved since
// the call before is seen where it is now.
type reach struct {
	account connector.Account
	known   map[string]file // by id; the zero file is one that is not there
}

func newReach(a connector.Account) *reach {
	return &reach{account: a, known: map[string]file{}}
}

const (
	// maxAbove is how many folders above a file are looked at. Shared drives have at
	// most 100 levels.
	maxAbove = 110
	// maxLookUps bounds how many files one call asks for by their ids.
	maxLookUps = 150
)

// spent reports whether a list should stop asking about files.
func (r *reach) spent() bool { return len(r.known) >= maxLookUps }

// file returns a file in the folder or below it. A shortcut stands for what it leads
// to, which must lie there as well as the shortcut itself. What is not there and what
// lies elsewhere are the same error, so that an id gives nothing away.
func (r *reach) file(ctx context.Context, id string) (file, error) {
	f, err := r.within(ctx, id)
	if err == nil && f.MIMEType == shortcutType {
		f, err = r.within(ctx, f.Shortcut.Target)
	}
	switch {
	case guild.CodeOf(err) == guild.CodeNotFound, err == nil && f.MIMEType == shortcutType:
		return file{}, outside(id)
	case err != nil:
		return file{}, err
	case f.Trashed:
		return file{}, guild.Errorf(guild.CodeConflict, "%q is in the bin", f.Name)
	case f.ID == r.account.FolderID:
		f.Parents = nil // what it lies in is nobody's business here
	}
	return f, nil
}

// folder returns a folder in the folder or below it, the folder itself where id is
// empty.
func (r *reach) folder(ctx context.Context, id string) (file, error) {
	if id == "" {
		id = r.account.FolderID
	}
	f, err := r.file(ctx, id)
	switch {
	case guild.CodeOf(err) == guild.CodeNotFound && id == r.account.FolderID:
		return f, guild.Errorf(guild.CodeConflict, "the folder that this login is limited to is not there any more, or not shared with the account; an operator has to choose another")
	case err == nil && f.MIMEType != folderType:
		return f, guild.Errorf(guild.CodeInvalid, "%q is a file and no folder", f.Name)
	}
	return f, err
}

// outside is the one error of a file that a login does not reach.
func outside(id string) error {
	return guild.Errorf(guild.CodeNotFound, "the folder that this login is limited to holds no file %q", id)
}

// within returns a file in the folder or below it. Any other has the code not_found.
func (r *reach) within(ctx context.Context, id string) (file, error) {
	f, err := r.lookUp(ctx, id)
	if err != nil {
		return file{}, err
	}
	holds, err := r.holds(ctx, f)
	if err == nil && !holds {
		err = outside(id)
	}
	return f, err
}

// holds reports whether a file is the folder or lies below it, by the folders above
// it. A folder that the account does not see ends the way up: what is above it cannot
// be known.
func (r *reach) holds(ctx context.Context, f file) (bool, error) {
	// A shared drive says of each file that it lies in it.
	if limit := r.account.FolderID; limit != "" && (f.ID == limit || f.DriveID == limit) {
		return true, nil
	}
	seen := map[string]bool{}
	for above := f.Parents; len(above) > 0 && len(seen) < maxAbove; {
		id := above[0]
		above = above[1:]
		if id == r.account.FolderID {
			return true, nil
		}
		if seen[id] {
			continue
		}
		seen[id] = true
		parent, err := r.lookUp(ctx, id)
		if err != nil && guild.CodeOf(err) != guild.CodeNotFound {
			return false, err
		}
		above = append(above[:len(above):len(above)], parent.Parents...)
	}
	return false, nil
}

// lookUp returns what Drive says of a file, wherever it lies.
func (r *reach) lookUp(ctx context.Context, id string) (file, error) {
	f, asked := r.known[id]
	if !asked && idForm.MatchString(id) {
		query := url.Values{"fields": {fileFields}, "supportsAllDrives": {"true"}}
		err := google.API.Get(ctx, r.account, rest.At("/files/{id}", id), query, &f)
		if err != nil && guild.CodeOf(err) != guild.CodeNotFound {
			return file{}, err
		}
		r.known[id] = f
	}
	if f.ID == "" {
		return file{}, outside(id)
	}
	return f, nil
}
