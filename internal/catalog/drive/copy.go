package drive

import (
	"cmp"
	"context"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/rest"
	"github.com/guildsbox/guilds/internal/guild"
)

const copySchema = `{"type":"object","properties":{` + fileProperty + `,
	"title":{"type":"string","minLength":1,"maxLength":255,"description":"name of the copy; by default Copy of, and the name of the file"},
	"parentId":{"type":"string","minLength":1,"maxLength":200,"description":"folder to copy it into; by default the one that the file lies in"}
	},"required":["fileId"],"additionalProperties":false}`

type copyArgs struct {
	FileID   string `json:"fileId"`
	Title    string `json:"title"`
	ParentID string `json:"parentId"`
}

// copyFile names the folder of the copy whatever is asked: Google would put it into My
// Drive where the account cannot write beside the file.
func copyFile(ctx context.Context, a connector.Account, args copyArgs) (string, error) {
	r := newReach(a)
	f, err := r.file(ctx, args.FileID)
	if err != nil {
		return "", err
	}
	if f.MIMEType == folderType {
		return "", guild.Errorf(guild.CodeInvalid, "%q is a folder, which cannot be copied", f.Name)
	}
	beside := "" // a file has one folder, which it does not name where the account does not see it
	if len(f.Parents) == 1 {
		beside = f.Parents[0]
	}
	parent, err := r.writable(ctx, cmp.Or(args.ParentID, beside))
	if err != nil {
		return "", err
	}
	made := description{Name: cmp.Or(args.Title, "Copy of "+f.Name), Parents: []string{parent.ID}}
	return r.make(ctx, rest.At("/files/{id}/copy", f.ID), made, nil)
}
