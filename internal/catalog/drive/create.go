package drive

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/rest"
	"github.com/guildsbox/guilds/internal/google"
	"github.com/guildsbox/guilds/internal/guild"
)

// In the place of the MCP server's contents in base64 a file of the workspace is
// named (specification, "MCP client and OAuth").
const createSchema = `{"type":"object","properties":{
	"title":{"type":"string","minLength":1,"maxLength":255,"description":"name of the file, with its extension; by default that of file_path"},
	"file_path":{"type":"string","minLength":1,"maxLength":4096,"description":"file of the workspace to upload, under /home/agent, of at most 5 MiB"},
	"textContent":{"type":"string","minLength":1,"maxLength":100000,"description":"short text to write, in the place of file_path"},
	"contentMimeType":{"type":"string","minLength":1,"maxLength":200,"description":"type of the content; by default text/plain for textContent, and for file_path that of its extension; application/vnd.google-apps.folder without content makes a folder"},
	"parentId":{"type":"string","minLength":1,"maxLength":200,"description":"folder to create it in; by default the folder that the login is limited to"},
	"disableConversionToGoogleType":{"type":"boolean","description":"keeps text/plain and text/csv as they are; otherwise they become a Google Doc and a Google Sheet"}
	},"additionalProperties":false}`

type createArgs struct {
	Title     string `json:"title"`
	FilePath  string `json:"file_path"`
	Text      string `json:"textContent"`
	Type      string `json:"contentMimeType"`
	ParentID  string `json:"parentId"`
	Unchanged bool   `json:"disableConversionToGoogleType"`
}

// maxUpload is the largest file that is created, in bytes: what Google takes together
// with its description.
const maxUpload = 5 << 20

func createFile(ctx context.Context, a connector.Account, args createArgs) (string, error) {
	if err := args.check(); err != nil {
		return "", err
	}
	r := newReach(a)
	parent, err := r.writable(ctx, args.ParentID)
	if err != nil {
		return "", err
	}
	made := description{Name: cmp.Or(args.Title, path.Base(args.FilePath)), MIMEType: args.kind(), Parents: []string{parent.ID}}
	if args.FilePath == "" && args.Text == "" {
		return r.make(ctx, rest.At("/files"), made, nil)
	}
	part := rest.Part{Type: args.kind(), Data: []byte(args.Text)}
	if args.FilePath != "" {
		if part.Data, err = a.Files.Read(ctx, args.FilePath, maxUpload); err != nil {
			return "", err
		}
	}
	if own := converted[mediaType(made.MIMEType)]; own != "" && !args.Unchanged {
		made.MIMEType = own
	}
	return r.make(ctx, rest.At("/files"), made, &part)
}

// check refuses what does not say which file to make, with every problem at once.
func (args createArgs) check() error {
	var problems []guild.Problem
	wrong := func(field, message string) {
		problems = append(problems, guild.Problem{Path: "$." + field, Message: message})
	}
	content := args.FilePath != "" || args.Text != ""
	google := strings.HasPrefix(args.Type, googleTypes)
	switch {
	case args.FilePath != "" && args.Text != "":
		wrong("textContent", "does not go with file_path; leave one of them out")
	case !content && !google:
		wrong("file_path", fmt.Sprintf("is required, or textContent, unless contentMimeType is %s", folderType))
	case content && google:
		wrong("contentMimeType", fmt.Sprintf("%q is one of Google's own types, and no type of content", args.Type))
	case args.Type != "" && mediaType(args.Type) == "":
		wrong("contentMimeType", fmt.Sprintf("%q is no type, such as text/plain", args.Type))
	}
	if args.Title == "" && args.FilePath == "" {
		wrong("title", "is required without file_path")
	}
	if strings.ContainsFunc(args.Title, unicode.IsControl) {
		wrong("title", "holds a line break or another control character")
	}
	return guild.Invalid("the file cannot be created", problems)
}

// kind is the type of what is created, before it is converted.
func (args createArgs) kind() string {
	switch {
	case args.Type != "":
		return args.Type
	case args.FilePath != "":
		return typeOf(args.FilePath)
	}
	return plainText
}

// writable returns a folder in reach that the account can add to.
func (r *reach) writable(ctx context.Context, id string) (file, error) {
	f, err := r.folder(ctx, id)
	if adds := f.Capabilities.AddChildren; err == nil && adds != nil && !*adds {
		err = guild.Errorf(guild.CodeDenied, "the account may not add anything to the folder %q", f.Name)
	}
	return f, err
}

// description is what is said of a file that is made.
type description struct {
	Name     string   `json:"name"`
	MIMEType string   `json:"mimeType,omitempty"`
	Parents  []string `json:"parents"`
}

// make makes a file, with a content or without, and describes it.
func (r *reach) make(ctx context.Context, at rest.Path, made description, content *rest.Part) (string, error) {
	account := r.account
	request := rest.Request{
		Method: http.MethodPost, Path: at, Body: rest.JSON(made),
		Query: url.Values{"fields": {fileFields}, "supportsAllDrives": {"true"}},
	}
	if content != nil {
		account = account.Via(uploads)
		about := rest.Part{Type: "application/json; charset=UTF-8", Data: request.Body.Data}
		request.Query.Set("uploadType", "multipart")
		request.Body = rest.Related(about, *content)
	}
	var f file
	if err := google.API.Decode(ctx, account, request, &f); err != nil {
		return "", err
	}
	// A folder that was moved meanwhile may be where nobody expects it.
	if !slices.Equal(f.Parents, made.Parents) {
		return "", guild.Errorf(guild.CodeUpstream, "Google made the file %s, and not in the folder %s that was asked for; look for it at drive.google.com", f.ID, made.Parents[0])
	}
	return f.describe(), nil
}
