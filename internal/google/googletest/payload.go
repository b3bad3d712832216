package googletest

import (
	"encoding/base64"
	"fmt"
	"html"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"net/textproto"
	"net/url"
	"slices"
	"strings"
)

// piece is one part of a message, as Gmail takes it apart: its transfer encoding is
// undone, its charset is left as it is.
type piece struct {
	id       string
	kind     string
	fileName string
	header   textproto.MIMEHeader
	data     []byte
	pieces   []piece
}

// inline is how long a body may be, in bytes, that comes with its message. A longer
// one is fetched like an attachment.
const inline = 100_000

func (m Mail) payload() piece {
	message, err := mail.ReadMessage(strings.NewReader(m.Raw))
	if err != nil {
		return piece{kind: "text/plain", data: []byte(m.Raw)}
	}
	return takeApart("", textproto.MIMEHeader(message.Header), message.Body)
}

func takeApart(id string, header textproto.MIMEHeader, body io.Reader) piece {
	kind, params, err := mime.ParseMediaType(header.Get("Content-Type"))
	if err != nil {
		kind = "text/plain"
	}
	_, disposition, _ := mime.ParseMediaType(header.Get("Content-Disposition"))
	p := piece{id: id, kind: kind, header: header, fileName: disposition["filename"]}
	if p.fileName == "" {
		p.fileName = params["name"]
	}
	if !strings.HasPrefix(kind, "multipart/") {
		p.data, _ = io.ReadAll(decoded(header.Get("Content-Transfer-Encoding"), body)) // what is broken is cut
		return p
	}
	inner := multipart.NewReader(body, params["boundary"])
	for n := 0; ; n++ {
		part, err := inner.NextRawPart()
		if err != nil {
			return p
		}
		p.pieces = append(p.pieces, takeApart(strings.TrimPrefix(fmt.Sprintf("%s.%d", id, n), "."), part.Header, part))
	}
}

func decoded(encoding string, body io.Reader) io.Reader {
	switch strings.ToLower(encoding) {
	case "base64":
		return base64.NewDecoder(base64.StdEncoding, body)
	case "quoted-printable":
		return quotedprintable.NewReader(body)
	}
	return body
}

func (p piece) attachmentID() string {
	if p.fileName == "" && len(p.data) <= inline {
		return ""
	}
	return "ANGjdJ-part-" + p.id
}

// find returns the part with the id of an attachment, or nil.
func (p piece) find(attachmentID string) *piece {
	if p.attachmentID() == attachmentID {
		return &p
	}
	for _, inner := range p.pieces {
		if found := inner.find(attachmentID); found != nil {
			return found
		}
	}
	return nil
}

func (p piece) resource() map[string]any {
	body := map[string]any{"size": len(p.data)}
	if id := p.attachmentID(); id != "" {
		body["attachmentId"] = id
	} else if len(p.data) > 0 {
		body["data"] = base64.URLEncoding.EncodeToString(p.data)
	}
	r := map[string]any{"partId": p.id, "mimeType": p.kind, "filename": p.fileName, "headers": headers(p.header, nil), "body": body}
	if len(p.pieces) > 0 {
		parts := []any{}
		for _, inner := range p.pieces {
			parts = append(parts, inner.resource())
		}
		r["parts"] = parts
	}
	return r
}

// headers are in the form of the API. Their names are as they were sent, which is in
// any case.
func headers(header textproto.MIMEHeader, only []string) []any {
	all := []any{}
	for name, values := range header {
		wanted := len(only) == 0 || slices.ContainsFunc(only, func(o string) bool { return strings.EqualFold(o, name) })
		for _, value := range values {
			if wanted {
				all = append(all, map[string]any{"name": name, "value": value})
			}
		}
	}
	return all
}

func (m Mail) header(name string) string { return m.payload().header.Get(name) }

// resource is a message in the format that a request asks for.
func (m Mail) resource(query url.Values) map[string]any {
	r := m.brief()
	r["snippet"], r["historyId"], r["internalDate"], r["sizeEstimate"] = m.snippet(), "1234567", m.date(), len(m.Raw)
	switch query.Get("format") {
	case "", "full":
		r["payload"] = m.payload().resource()
	case "metadata":
		p := m.payload()
		r["payload"] = map[string]any{"mimeType": p.kind, "headers": headers(p.header, query["metadataHeaders"])}
	}
	return r
}

// snippet is the beginning of the first text, escaped as Gmail does.
func (m Mail) snippet() string {
	p := m.payload()
	for len(p.pieces) > 0 {
		p = p.pieces[0]
	}
	words := strings.Join(strings.Fields(strings.ToValidUTF8(string(p.data), "")), " ")
	return html.EscapeString(strings.ToValidUTF8(words[:min(len(words), 100)], ""))
}
