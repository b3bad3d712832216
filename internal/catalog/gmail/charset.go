package gmail

import (
	"encoding/base64"
	"mime"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
)

// text returns the text of a part. Gmail has undone its transfer encoding.
func (p part) text() string {
	data, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(p.Body.Data, "="))
	if err != nil {
		return ""
	}
	_, params, _ := mime.ParseMediaType(p.header("Content-Type"))
	return inUTF8(data, params["charset"])
}

// inUTF8 decodes a text of a charset. What is UTF-8 is taken as it is whatever the
// label says, because a part whose charset Gmail has changed keeps its label; an
// escape or a NUL is a sign of a charset that only looks like UTF-8, such as
// ISO-2022-JP. Without a charset that is known it is Windows-1252, as in browsers.
func inUTF8(data []byte, label string) string {
	s := string(data)
	encoding, _ := charset.Lookup(label)
	if utf8.ValidString(s) && (encoding == nil || !strings.ContainsAny(s, "\x1b\x00")) {
		return s
	}
	if encoding == nil {
		encoding, _ = charset.Lookup("windows-1252")
	}
	decoded, err := encoding.NewDecoder().Bytes(data)
	if err != nil {
		return strings.ToValidUTF8(s, "\uFFFD")
	}
	return string(decoded)
}
