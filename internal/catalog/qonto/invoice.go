package qonto

import (
	"net/http"
	"path"
	"slices"
	"strings"

	"github.com/guildsbox/guilds/internal/connector/rest"
	"github.com/guildsbox/guilds/internal/guild"
)

// maxInvoice is the longest file that Qonto takes, in bytes.
const maxInvoice = 15 << 20

// extensions are those of the files that Qonto takes, by media type.
var extensions = map[string][]string{
	"application/pdf": {".pdf"},
	"image/jpeg":      {".jpg", ".jpeg"},
	"image/png":       {".png"},
}

// invoice returns a file as a part of the form. What it is shows in its first bytes,
// whatever it is called; the name gets the extension that belongs to it.
func invoice(file string, data []byte) (rest.Part, error) {
	kind := http.DetectContentType(data)
	fitting := extensions[kind]
	if fitting == nil {
		return rest.Part{}, guild.Errorf(guild.CodeInvalid, "%s is neither a PDF nor a JPEG nor a PNG file by its content, and Qonto takes no other", file)
	}
	name := path.Base(file)
	if !slices.Contains(fitting, strings.ToLower(path.Ext(name))) {
		name += fitting[0]
	}
	return rest.Part{Name: "file", FileName: name, Type: kind, Data: data}, nil
}
