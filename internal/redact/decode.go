package redact

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// A decoder reads a text through one encoding. It never fails: what is no escape
// stays as it is, so it works on fragments and on text that only looks encoded.
type decoder func(*decoding)

// decoders are the encodings that a text is read through. The last differs from
// decodePercent only for values with a space in them, see Set.views.
var decoders = []decoder{decodeJSON, joinBase64Lines, decodePercent, decodeForm}

// decoding is a decoder at work.
type decoding struct {
	text    string
	end     int  // how much of text is decoded; all, unless more is set
	more    bool // text goes on: leave out an escape that it ends in the middle of
	out     strings.Builder
	done    int    // how much of text is in out
	units   []unit // what was decoded; kept only where record is set
	record  bool
	changed bool
}

// replace puts decoded in place of text[from:upto].
func (d *decoding) replace(from, upto int, decoded []byte) {
	if !d.changed {
		d.changed = true
		d.out.Grow(len(d.text))
	}
	d.out.WriteString(d.text[d.done:from])
	at := d.out.Len()
	d.out.Write(decoded)
	if d.record {
		d.units = append(d.units, unit{at: at, end: d.out.Len(), from: from, upto: upto})
	}
	d.done = upto
}

// run decodes the text.
func (d *decoding) run(decode decoder) {
	d.end = len(d.text)
	decode(d)
	if d.changed {
		d.out.WriteString(d.text[d.done:d.end])
	}
}

// result returns what run made of the text.
func (d *decoding) result() string {
	if d.changed {
		return d.out.String()
	}
	return d.text[:d.end]
}

// each decodes the escapes that start with one of the given bytes. The function
// one decodes the escape at the start of its text, into buf, and returns the
// length of the escape, or 0 where it is none; begun reports whether its text is
// an escape as far as it goes.
func (d *decoding) each(starts string, one func(text string, buf []byte) (int, []byte), begun func(text string) bool) {
	buf := make([]byte, 0, utf8.UTFMax)
	for i := 0; ; {
		next := strings.IndexAny(d.text[i:], starts)
		if next < 0 {
			return
		}
		i += next
		length, decoded := one(d.text[i:], buf)
		if length > 0 {
			d.replace(i, i+length, decoded)
		} else if d.more && begun(d.text[i:]) {
			d.end = i
			return
		}
		i += max(length, 1)
	}
}

func decodeJSON(d *decoding) { d.each(`\`, jsonEscape, jsonBegun) }

func decodePercent(d *decoding) { d.each("%", percentEscape, percentBegun) }

func decodeForm(d *decoding) {
	if strings.Contains(d.text, "+") {
		d.each("+%", plusOrPercent, percentBegun)
	}
}

func plusOrPercent(text string, buf []byte) (int, []byte) {
	if text[0] == '+' {
		return 1, append(buf, ' ')
	}
	return percentEscape(text, buf)
}

func percentEscape(text string, buf []byte) (int, []byte) {
	if value, ok := hexValue(text, 1, 2); ok {
		return 3, append(buf, byte(value))
	}
	return 0, nil
}

func percentBegun(text string) bool { return len(text) < 3 && allHex(text[1:]) }

var jsonEscapes = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

func jsonEscape(text string, buf []byte) (int, []byte) {
	if len(text) < 2 {
		return 0, nil
	}
	if c := jsonEscapes[text[1]]; c != 0 {
		return 2, append(buf, c)
	}
	r, ok := unicodeEscape(text)
	if !ok {
		return 0, nil
	}
	if !utf16.IsSurrogate(r) {
		return 6, utf8.AppendRune(buf, r)
	}
	low, ok := unicodeEscape(text[6:])
	if r = utf16.DecodeRune(r, low); !ok || r == utf8.RuneError {
		return 0, nil // half a character is none
	}
	return 12, utf8.AppendRune(buf, r)
}

// jsonBegun also takes the first half of a character of two halves for begun.
func jsonBegun(text string) bool {
	if len(text) < 6 {
		return unicodeBegun(text)
	}
	r, ok := unicodeEscape(text)
	return ok && utf16.IsSurrogate(r) && r < 0xDC00 && len(text) < 12 && unicodeBegun(text[6:])
}

// unicodeBegun reports whether fewer than six bytes are the start of a \uXXXX.
func unicodeBegun(text string) bool {
	return strings.HasPrefix(`\u`, text) || strings.HasPrefix(text, `\u`) && allHex(text[2:])
}

func allHex(text string) bool {
	_, ok := hexValue(text, 0, len(text))
	return ok
}

func unicodeEscape(text string) (rune, bool) {
	if !strings.HasPrefix(text, `\u`) {
		return 0, false
	}
	return hexValue(text, 2, 4)
}

// hexValue reads count hexadecimal digits of text from an offset on.
func hexValue(text string, from, count int) (value rune, ok bool) {
	if len(text) < from+count {
		return 0, false
	}
	for i := from; i < from+count; i++ {
		c := text[i]
		switch {
		case '0' <= c && c <= '9':
			value = value<<4 | rune(c-'0')
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			value = value<<4 | rune(c|0x20-'a'+10)
		default:
			return 0, false
		}
	}
	return value, true
}

// wrapLength is the shortest line that is taken for wrapped base64. The usual
// widths are 64 and 76.
const wrapLength = 60

// joinBase64Lines takes out the line breaks that base64 and openssl put into
// their output: the second half of a secret may stand on the next line.
func joinBase64Lines(d *decoding) {
	for i := 0; ; i++ {
		line, _, _ := strings.Cut(d.text[i:], "\n")
		body := strings.TrimSuffix(line, "\r")
		at := i + len(body)
		i += len(line)
		if i+1 >= len(d.text) { // the last line, with its break or half of one
			if d.more && at < len(d.text) && endsInBase64(body) {
				d.end = at // the next line decides
			}
			return
		}
		if isBase64(d.text[i+1]) && endsInBase64(body) {
			d.replace(at, i+1, nil)
		}
	}
}

func endsInBase64(line string) bool {
	if len(line) < wrapLength {
		return false
	}
	for i := len(line) - wrapLength; i < len(line); i++ {
		if !isBase64(line[i]) {
			return false
		}
	}
	return true
}
