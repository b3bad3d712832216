package drive

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/text"
	"github.com/guildsbox/guilds/internal/tsv"
)

const readSchema = `{"type":"object","properties":{` + fileProperty + `},"required":["fileId"],"additionalProperties":false}`

type readArgs struct {
	FileID string `json:"fileId"`
}

const (
	maxRead  = 10 << 20 // bytes of a file that is read; what Google exports has no more
	maxShown = 40_000   // characters of it that are shown
)

// readFileContent shows what is known of a file, and below an empty line its text.
func readFileContent(ctx context.Context, a connector.Account, args readArgs) (string, error) {
	r := newReach(a)
	f, err := r.file(ctx, args.FileID)
	if err != nil {
		return "", err
	}
	own, err := f.readable()
	if err != nil {
		return "", err
	}
	data, err := r.content(ctx, f, own, maxRead)
	if err != nil {
		return "", err
	}
	words, ok := decode(data, f.MIMEType)
	if !ok {
		return "", f.unreadable()
	}
	shown, all := text.First(text.Lines(words), maxShown)
	fields := f.brief()
	if own != "" {
		fields = append(fields, tsv.Field{Name: "readAs", Value: own})
	}
	if f.MIMEType == googleTypes+"spreadsheet" {
		fields = append(fields, tsv.Field{Name: "sheets", Value: "the first one alone; download_file_content has all"})
	}
	if all > maxShown {
		fields = append(fields, tsv.Field{Name: "clipped", Value: fmt.Sprintf("the first %d of %d characters are shown; download_file_content has all", maxShown, all)})
	}
	if shown == "" {
		shown = "[the file is empty]"
	}
	return tsv.Fields(fields...) + "\n\n" + shown, nil
}

// media are the beginnings of types that are never text.
var media = []string{"image/", "audio/", "video/", "font/", pdf, "application/zip", office, openOffice}

// readable returns the type as which a file is read: empty where it is read as it is.
func (f file) readable() (string, error) {
	own, isOwn := formats[f.MIMEType]
	switch {
	case f.MIMEType == folderType:
		return "", guild.Errorf(guild.CodeInvalid, "%q is a folder; search_files with parentId = '%s' shows what it holds", f.Name, f.ID)
	case isOwn && own.text != "":
		return own.text, nil
	case strings.HasPrefix(f.MIMEType, googleTypes) && !isOwn:
		return "", f.without()
	case isOwn:
		return "", f.unreadable()
	case f.MIMEType != "image/svg+xml" && slices.ContainsFunc(media, func(m string) bool { return strings.HasPrefix(f.MIMEType, m) }):
		return "", f.unreadable()
	}
	return "", nil
}

func (f file) unreadable() error {
	return guild.Errorf(guild.CodeUnsupported, "%q, of the type %s, is no text; download_file_content writes it into the workspace", f.Name, f.MIMEType)
}

// without is the error of a file of one of Google's own types that has no content, such
// as a form.
func (f file) without() error {
	return guild.Errorf(guild.CodeUnsupported, "%q, of the type %s, has nothing that could be read or downloaded", f.Name, f.MIMEType)
}

// decode returns the text that a file holds, or false where it holds none. A text that
// is not UTF-8 is known by its type, its own marks, or what it says of itself.
func decode(data []byte, kind string) (string, bool) {
	if utf8.Valid(data) && !bytes.ContainsRune(data, 0) {
		return strings.TrimPrefix(string(data), "\uFEFF"), true
	}
	encoding, _, certain := charset.DetermineEncoding(data, kind)
	if !certain && (bytes.ContainsRune(data, 0) || !strings.HasPrefix(kind, "text/")) {
		return "", false
	}
	decoded, err := encoding.NewDecoder().Bytes(data)
	return strings.TrimPrefix(string(decoded), "\uFEFF"), err == nil
}
