package rest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/textproto"
	"strings"
)

// Body is what a request carries. The zero Body is none.
type Body struct {
	Type string // media type
	Data []byte
}

// JSON returns v as a body. It panics where v cannot be JSON, which is a fault of the
// adapter.
func JSON(v any) Body {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return Body{"application/json", data}
}

// Part is one part of a body of several.
type Part struct {
	Name     string // of the form's field
	FileName string // empty for no file
	Type     string // media type; empty for plain text
	Data     []byte
}

// Form returns a form with files (RFC 7578).
func Form(parts ...Part) Body { return multi("form-data", parts, disposition) }

// Related returns parts that belong together (RFC 2387), as Google takes a file
// with what is said of it.
func Related(parts ...Part) Body {
	return multi("related", parts, func(Part) string { return "" })
}

func multi(kind string, parts []Part, disposition func(Part) string) Body {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, p := range parts {
		header := textproto.MIMEHeader{}
		if d := disposition(p); d != "" {
			header.Set("Content-Disposition", d)
		}
		if p.Type != "" {
			header.Set("Content-Type", p.Type)
		}
		part, _ := w.CreatePart(header) // a buffer takes everything
		_, _ = part.Write(p.Data)
	}
	_ = w.Close()
	return Body{"multipart/" + kind + "; boundary=" + w.Boundary(), b.Bytes()}
}

// quoteName writes a name as browsers do.
var quoteName = strings.NewReplacer("\\", "\\\\", `"`, "%22", "\r", "%0D", "\n", "%0A")

func disposition(p Part) string {
	d := fmt.Sprintf(`form-data; name="%s"`, quoteName.Replace(p.Name))
	if p.FileName != "" {
		d += fmt.Sprintf(`; filename="%s"`, quoteName.Replace(p.FileName))
	}
	return d
}
