package drive

import (
	"cmp"
	"context"
	"strings"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/text"
	"github.com/guildsbox/guilds/internal/tsv"
)

const downloadSchema = `{"type":"object","properties":{` + fileProperty + `,
	"file_path":{"type":"string","minLength":1,"maxLength":4096,"description":"where to write the file, under /home/agent"},
	"exportMimeType":{"type":"string","minLength":1,"description":"type to export a Google Doc, Sheet, Slides or drawing as; by default that of the path's extension, else Word, Excel, PowerPoint or PNG"}
	},"required":["fileId","file_path"],"additionalProperties":false}`

type downloadArgs struct {
	FileID   string `json:"fileId"`
	FilePath string `json:"file_path"`
	ExportAs string `json:"exportMimeType"`
}

// maxDownload is the largest file that is downloaded, in bytes: it is in memory on its
// way.
const maxDownload = 32 << 20

func downloadFileContent(ctx context.Context, a connector.Account, args downloadArgs) (string, error) {
	r := newReach(a)
	f, err := r.file(ctx, args.FileID)
	if err != nil {
		return "", err
	}
	kind, err := f.exported(args)
	if err != nil {
		return "", err
	}
	data, err := r.content(ctx, f, kind, maxDownload)
	if err != nil {
		return "", err
	}
	if err := a.Files.Write(ctx, args.FilePath, data); err != nil {
		return "", err
	}
	return tsv.Fields(
		tsv.Field{Name: "file_path", Value: args.FilePath, Max: 4096},
		tsv.Field{Name: "size", Value: text.Size(int64(len(data)))},
		tsv.Field{Name: "mimeType", Value: cmp.Or(kind, f.MIMEType)},
		tsv.Field{Name: "id", Value: f.ID},
		tsv.Field{Name: "title", Value: f.Name},
	), nil
}

// exported returns the type in which a file is downloaded: empty where it is as it is.
func (f file) exported(args downloadArgs) (string, error) {
	own, isOwn := formats[f.MIMEType]
	switch {
	case f.MIMEType == folderType:
		return "", guild.Errorf(guild.CodeInvalid, "%q is a folder, which cannot be downloaded", f.Name)
	case !isOwn && strings.HasPrefix(f.MIMEType, googleTypes):
		return "", f.without()
	case !isOwn && args.ExportAs != "":
		return "", guild.Errorf(guild.CodeInvalid, "%q has the type %s and is downloaded as it is; leave exportMimeType out", f.Name, f.MIMEType)
	case !isOwn:
		return "", nil
	}
	kind, known := own.chosen(args.ExportAs, args.FilePath)
	if !known {
		return "", guild.Errorf(guild.CodeInvalid, "%q, of the type %s, cannot be exported as %q; it can as %s", f.Name, f.MIMEType, kind, own.names())
	}
	return kind, nil
}
