package redact

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// form is one way in which a value can stand in a text.
type form struct {
	text string
	// A base64 form leaves out the characters that encode a neighbour's bits
	// beside the value's own. tail says whether there is one after it, and leadMask
	// which bits of the one before it are the value's; leadBits are those bits.
	// leadMask is 0 where there is none.
	tail               bool
	leadMask, leadBits byte
}

// leads reports whether c can be the character before a base64 form that holds
// the value's first bits.
func (f *form) leads(c byte) bool {
	return f.leadMask != 0 && isBase64(c) && base64Bits(c)&f.leadMask == f.leadBits
}

// cover returns the part of text to mask for the form found at start: the form
// itself and, in base64, the characters around it that hold the value's last
// bits, and the padding.
func (f *form) cover(text string, start int) (from, to int) {
	from, to = start, start+len(f.text)
	if from > 0 && f.leads(text[from-1]) {
		from--
	}
	if f.tail && to < len(text) && isBase64(text[to]) {
		to++
		for range 2 {
			if to < len(text) && text[to] == '=' {
				to++
			}
		}
	}
	return from, to
}

// forms returns the forms of a value that are searched for byte by byte, without
// repeats: the value, what the usual encoders make of it, and its base64.
//
// Decoding the text (see decoders) finds mixtures of escaped and unescaped
// characters as well. What the usual encoders print is listed all the same,
// because decoding reads a stray backslash or percent sign directly before a
// value together with the value's first characters.
func forms(value string) []form {
	texts := []string{value}
	if strings.ContainsFunc(value, needsEscape) {
		texts = append(texts, jsonForms(value)...)
		texts = append(texts, percentForms(value)...)
	}
	all := make([]form, 0, len(texts)+6)
	for _, t := range texts {
		all = appendNew(all, form{text: t})
	}
	for shift := range 3 {
		f := base64Form(value, shift)
		all = appendNew(all, f)
		if strings.ContainsAny(f.text, "+/") {
			f.text = urlAlphabet.Replace(f.text)
			all = appendNew(all, f)
		}
	}
	return all
}

func appendNew(all []form, f form) []form {
	for _, other := range all {
		if other.text == f.text {
			return all
		}
	}
	return append(all, f)
}

// needsEscape reports whether some encoder writes r otherwise than as it is.
func needsEscape(r rune) bool {
	return r >= utf8.RuneSelf || !isBase64(byte(r)) || r == '+' || r == '/'
}

// jsonForms returns the value inside a JSON string as Go, JavaScript and Python
// write it, each with plain and with escaped slashes.
func jsonForms(value string) []string {
	if !utf8.ValidString(value) {
		return nil // an encoder puts other characters in place of the bytes
	}
	var plain strings.Builder
	encoder := json.NewEncoder(&plain)
	encoder.SetEscapeHTML(false)
	html, err := json.Marshal(value)
	if err != nil || encoder.Encode(value) != nil {
		return nil
	}
	var all []string
	for _, quoted := range []string{strings.TrimSpace(plain.String()), string(html)} {
		inner := quoted[1 : len(quoted)-1]
		all = append(all, inner, asciiOnly(inner))
	}
	for _, f := range all[:len(all):len(all)] {
		all = append(all, strings.ReplaceAll(f, "/", `\/`))
	}
	return all
}

// asciiOnly escapes what is not ASCII, as Python's json.dumps does.
func asciiOnly(s string) string {
	var out strings.Builder
	for _, r := range s {
		switch {
		case r < utf8.RuneSelf:
			out.WriteRune(r)
		case r > 0xFFFF:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&out, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&out, `\u%04x`, r)
		}
	}
	return out.String()
}

var percentCode = regexp.MustCompile(`%[0-9A-F]{2}`)

// percentForms returns the value as it is written in a URL's query and path,
// with capital and with small hexadecimal digits.
func percentForms(value string) []string {
	all := []string{url.QueryEscape(value), url.PathEscape(value)}
	for _, f := range all[:2:2] {
		all = append(all, percentCode.ReplaceAllStringFunc(f, strings.ToLower))
	}
	return all
}

var urlAlphabet = strings.NewReplacer("+", "-", "/", "_")

// base64Form returns the characters that encode the value alone where shift
// bytes (0 to 2) of something else stand before it in the same group of three.
func base64Form(value string, shift int) form {
	encoded := base64.RawStdEncoding.EncodeToString(append(make([]byte, shift, shift+len(value)), value...))
	from := (shift*8 + 5) / 6
	to := (shift + len(value)) * 8 / 6
	f := form{text: encoded[from:to], tail: (shift+len(value))*8%6 != 0}
	if shift > 0 { // of the character before, the last four bits or the last two
		f.leadMask = 0x3F >> (2 * shift)
		f.leadBits = base64Bits(encoded[from-1]) & f.leadMask
	}
	return f
}

// base64Bits returns the six bits that a character of either alphabet encodes.
func base64Bits(c byte) byte {
	switch {
	case c == '+' || c == '-':
		return 62
	case c == '/' || c == '_':
		return 63
	case c >= 'a':
		return c - 'a' + 26
	case c >= 'A':
		return c - 'A'
	}
	return c - '0' + 52
}

// isBase64 reports whether c belongs to the standard or the URL alphabet.
func isBase64(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' ||
		c == '+' || c == '/' || c == '-' || c == '_'
}
