package gmail

import (
	"mime"
	"strings"
)

// content is what a message says.
type content struct {
	text   string
	markup bool // whether text was made of HTML
}

func (c content) blank() bool { return strings.TrimSpace(c.text) == "" }

// attached reports whether a part is listed and not read. What is neither text nor
// made of parts is, with a name or without; a message in a message is.
func (p part) attached() bool {
	disposition, _, _ := mime.ParseMediaType(p.header("Content-Disposition"))
	if p.FileName != "" || disposition == "attachment" {
		return true
	}
	_, reads := readers[p.MIMEType]
	return !reads && !strings.HasPrefix(p.MIMEType, "multipart/")
}

// readers read the types of text that a body may have. An empty type is that of a
// message without one.
var readers = map[string]func(string) content{
	"":           func(s string) content { return content{text: s} },
	"text/plain": func(s string) content { return content{text: s} },
	"text/html":  func(s string) content { return content{text: plain(s), markup: true} },
}

// attachments returns the parts of a part that are listed and not read.
func (p part) attachments() (found []part) {
	if p.attached() {
		return []part{p}
	}
	for _, inner := range p.Parts {
		found = append(found, inner.attachments()...)
	}
	return found
}

// content reads what is text in a part. Of alternatives, plain text is preferred over
// HTML whatever their order; everything else that is text is read one after the
// other (RFC 2046, section 5.1).
func (p part) content() content {
	switch {
	case p.attached():
		return content{}
	case len(p.Parts) == 0:
		if read := readers[p.MIMEType]; read != nil {
			return read(p.text())
		}
		return content{}
	}
	var read []content
	for _, inner := range p.Parts {
		if c := inner.content(); !c.blank() {
			read = append(read, c)
		}
	}
	if p.MIMEType == "multipart/alternative" {
		return preferred(read)
	}
	return joined(read)
}

func preferred(alternatives []content) (best content) {
	for i, c := range alternatives {
		if i == 0 || best.markup {
			best = c
		}
	}
	return best
}

func joined(parts []content) (all content) {
	var texts []string
	for _, c := range parts {
		texts = append(texts, strings.TrimSpace(c.text))
		all.markup = all.markup || c.markup
	}
	all.text = strings.Join(texts, "\n\n")
	return all
}
