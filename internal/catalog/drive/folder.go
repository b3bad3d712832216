package drive

import (
	"context"
	"net/url"
	"regexp"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/rest"
	"github.com/guildsbox/guilds/internal/google"
	"github.com/guildsbox/guilds/internal/guild"
)

// idForm is what an id of Drive is made of. Anything else would ask for another
// address than the one that is meant.
var idForm = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

// folder returns the folder with an id, if a login may be limited to it.
func folder(ctx context.Context, a connector.Account, id string) (connector.Folder, error) {
	if !idForm.MatchString(id) {
		return connector.Folder{}, outOfReach(id)
	}
	f, err := get(ctx, a, id)
	if err != nil {
		return connector.Folder{}, err
	}
	root, err := get(ctx, a, "root")
	if err != nil {
		return connector.Folder{}, err
	}
	switch {
	case f.ID == root.ID:
		return connector.Folder{}, guild.Errorf(guild.CodeInvalid, "My Drive itself cannot be chosen, because the login would then reach all of it").
			WithHint("choose a folder in it, one that is shared with the account, or a shared drive")
	case f.MIMEType != folderType:
		return connector.Folder{}, guild.Errorf(guild.CodeInvalid, "%q is a file and no folder", f.Name).
			WithHint("choose the folder that it lies in")
	case f.Trashed:
		return connector.Folder{}, guild.Errorf(guild.CodeInvalid, "the folder %q is in the bin", f.Name).
			WithHint("take it out of the bin, or choose another folder")
	case f.ID == f.DriveID:
		return sharedDrive(ctx, a, id)
	}
	return connector.Folder{ID: f.ID, Name: f.Name, Place: f.place()}, nil
}

// get returns what Drive says of a file. One that the account must not see is not
// there for it: the two cannot be told apart, so that an id gives nothing away.
func get(ctx context.Context, a connector.Account, id string) (file, error) {
	var f file
	query := url.Values{"fields": {fileFields}, "supportsAllDrives": {"true"}}
	return f, unseen(id, google.API.Get(ctx, a, rest.At("/files/{id}", id), query, &f))
}

// sharedDrive returns a shared drive under its own name: as a file it is called
// "Drive", whichever it is.
func sharedDrive(ctx context.Context, a connector.Account, id string) (connector.Folder, error) {
	var drive struct {
		Name string `json:"name"`
	}
	err := google.API.Get(ctx, a, rest.At("/drives/{id}", id), url.Values{"fields": {"name"}}, &drive)
	return connector.Folder{ID: id, Name: drive.Name, Place: sharedDrives}, unseen(id, err)
}

func (f file) place() string {
	switch {
	case f.DriveID != "":
		return sharedDrives
	case f.OwnedBy:
		return myDrive
	}
	return sharedWithMe
}

func unseen(id string, err error) error {
	if guild.CodeOf(err) == guild.CodeNotFound {
		return outOfReach(id)
	}
	return err
}

// outOfReach is the one text for a folder that is not there and for one that the
// account does not see.
func outOfReach(id string) error {
	return guild.Errorf(guild.CodeNotFound, "the Google account sees no folder %q", id).
		WithHint("a folder's id is what its address at drive.google.com ends with; share the folder with the account if it is another's")
}
