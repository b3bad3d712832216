package gmail

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// plain turns HTML into text for a model to read: blocks on lines of their own, the
// addresses of links behind their words, and nothing of what a reader does not see.
func plain(markup string) string {
	p := &page{tokens: html.NewTokenizer(strings.NewReader(markup))}
	for p.next() {
	}
	return strings.TrimSpace(p.text.String())
}

// page is HTML that is being read.
type page struct {
	tokens *html.Tokenizer
	text   strings.Builder

	hidden string // the element that is skipped; empty for none
	depth  int    // how many elements of its name are open in it

	link  string // the address of the link that is open
	words int    // where in the text its words begin
	pre   int    // how many elements are open that keep their blanks
}

func (p *page) next() bool {
	kind := p.tokens.Next()
	if kind == html.ErrorToken {
		return false
	}
	token := p.tokens.Token()
	switch {
	case p.hidden != "":
		p.skip(kind, token)
	case kind == html.TextToken:
		p.write(token.Data)
	case kind == html.StartTagToken && isHidden(token):
		p.hidden, p.depth = token.Data, 1
	case kind == html.StartTagToken, kind == html.SelfClosingTagToken:
		p.open(token)
	case kind == html.EndTagToken:
		p.close(token)
	}
	return true
}

func (p *page) skip(kind html.TokenType, token html.Token) {
	switch {
	case token.Data != p.hidden:
	case kind == html.StartTagToken:
		p.depth++
	case kind == html.EndTagToken:
		p.depth--
	}
	if p.depth == 0 {
		p.hidden = ""
	}
}

// unread are the elements whose words are for no reader.
var unread = []atom.Atom{atom.Head, atom.Script, atom.Style, atom.Title, atom.Template, atom.Noscript, atom.Svg, atom.Select, atom.Textarea, atom.Iframe, atom.Object}

// void are the elements that have no end and so cannot hold anything hidden.
var void = []atom.Atom{atom.Area, atom.Base, atom.Br, atom.Col, atom.Embed, atom.Hr, atom.Img, atom.Input, atom.Link, atom.Meta, atom.Source, atom.Wbr}

// isHidden reports whether what an element holds is not seen: mail carries lines for
// previews, and worse, in elements that are not displayed.
func isHidden(token html.Token) bool {
	if slices.Contains(void, token.DataAtom) {
		return false
	}
	style := strings.ToLower(strings.Join(strings.Fields(attribute(token, "style")), ""))
	has := slices.ContainsFunc(token.Attr, func(a html.Attribute) bool { return a.Key == "hidden" })
	return has || slices.Contains(unread, token.DataAtom) || strings.Contains(style, "display:none") || strings.Contains(style, "visibility:hidden")
}

// breaks are what stands before a block begins and after it ends.
var breaks = map[atom.Atom]string{
	atom.P: "\n\n", atom.H1: "\n\n", atom.H2: "\n\n", atom.H3: "\n\n", atom.H4: "\n\n", atom.H5: "\n\n", atom.H6: "\n\n",
	atom.Blockquote: "\n\n", atom.Pre: "\n\n", atom.Ul: "\n\n", atom.Ol: "\n\n", atom.Table: "\n\n",
	atom.Div: "\n", atom.Tr: "\n", atom.Li: "\n", atom.Dt: "\n", atom.Dd: "\n", atom.Section: "\n", atom.Article: "\n",
	atom.Header: "\n", atom.Footer: "\n", atom.Address: "\n", atom.Center: "\n", atom.Hr: "\n",
}

func (p *page) open(token html.Token) {
	p.end(breaks[token.DataAtom])
	switch token.DataAtom {
	case atom.Br:
		p.text.WriteByte('\n')
	case atom.Li:
		p.text.WriteString("- ")
	case atom.Pre:
		p.pre++
	case atom.Td, atom.Th:
		p.write(" ")
	case atom.A:
		p.link, p.words = attribute(token, "href"), p.text.Len()
	}
}

func (p *page) close(token html.Token) {
	switch token.DataAtom {
	case atom.A:
		p.address()
	case atom.Pre:
		p.pre = max(0, p.pre-1)
	}
	p.end(breaks[token.DataAtom])
}

// maxAddress is how long the address of a link may be, in bytes. A longer one is
// that of a tracker.
const maxAddress = 1000

// address writes where a link leads, if its words do not say it.
func (p *page) address() {
	said := strings.TrimSpace(p.text.String()[min(p.words, p.text.Len()):])
	web := strings.HasPrefix(p.link, "https://") || strings.HasPrefix(p.link, "http://")
	if web && len(p.link) <= maxAddress && said != "" && said != p.link {
		p.text.WriteString(" (" + p.link + ")")
	}
	p.link = ""
}

// end ends a block: it writes so many line breaks as are not there yet.
func (p *page) end(wanted string) {
	if wanted == "" || p.text.Len() == 0 {
		return
	}
	there := p.text.String()[max(0, p.text.Len()-len(wanted)):]
	for range len(wanted) - (len(there) - len(strings.TrimRight(there, "\n"))) {
		p.text.WriteByte('\n')
	}
}

// write writes words, with runs of blanks as one, as a browser does.
func (p *page) write(words string) {
	if p.pre > 0 {
		p.text.WriteString(words)
		return
	}
	fields := strings.Join(strings.Fields(words), " ")
	if fields == "" || strings.TrimLeft(words, " \t\r\n\u00a0") != words {
		p.blank()
	}
	p.text.WriteString(fields)
	if fields != "" && strings.TrimRight(words, " \t\r\n\u00a0") != words {
		p.blank()
	}
}

// blank writes a blank where there is none, and no line has just begun.
func (p *page) blank() {
	if s := p.text.String(); s != "" && !strings.HasSuffix(s, " ") && !strings.HasSuffix(s, "\n") {
		p.text.WriteByte(' ')
	}
}

func attribute(token html.Token, name string) string {
	for _, a := range token.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}
