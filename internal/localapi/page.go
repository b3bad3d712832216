package localapi

import (
	"crypto/rand"
	_ "embed"
	"errors"
	"html/template"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
)

// view is what the page on which a browser login ends says.
type view struct {
	Title  string
	Text   string
	Next   string // what to do now
	Failed bool
	State  string
	Asked  connection.Question
	Nonce  string // lets the page's own style in, and nothing else
}

//go:embed page.html
var pageSource string

var pageTemplate = template.Must(template.New("page").Parse(pageSource))

// writePage writes a page that loads nothing, runs nothing, and can be framed by
// nobody.
func writePage(w http.ResponseWriter, status int, v view) {
	v.Nonce = rand.Text()
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'nonce-"+v.Nonce+"'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = pageTemplate.Execute(w, v) // a browser that is gone needs no page
}

// connectedView tells the operator that a login is made. One of the App is for no
// repository yet.
func connectedView(row connector.Server, app bool, done connection.Completed) view {
	v := view{Title: row.Name + " is connected.", Text: "The login belongs to " + done.Connection.Scope + "."}
	if done.Connection.AccountHint != "" {
		v.Text = "The login is " + done.Connection.AccountHint + " and belongs to " + done.Connection.Scope + "."
	}
	v.Next = "You can close this page and go back to the terminal."
	if app {
		v.Next = "Go back to the terminal and choose its repositories: guildsctl repo select OWNER/NAME --at " + done.Connection.Scope
	}
	if done.Pending {
		v.Title = row.Name + " is almost connected."
		v.Next = "Go back to the terminal and choose the folder that the login is limited to."
	}
	return v
}

// choicesView asks the operator to choose.
func choicesView(state string, asked connection.Question) view {
	return view{
		Title: "Which account shall " + asked.Server + " use?", State: state, Asked: asked,
		Text: "The App is installed on several accounts that you can reach.",
	}
}

// failedLogin tells the operator that a login was not made, and why.
func failedLogin(server string, err error) outcome {
	v := view{Title: "The login was not made.", Text: "The box met an internal error; its log says which.", Failed: true}
	if server != "" {
		v.Title = server + " is not connected."
	}
	var e *guild.Error
	if errors.As(err, &e) {
		v.Text, v.Next = sentence(strings.TrimSuffix(e.Error(), ".")+"."), sentence(e.Hint)
	}
	if v.Next == "" {
		v.Next = "Go back to the terminal and connect again."
	}
	return outcome{err: err, view: v}
}

// sentence begins a message as a page does, with a capital letter. A hint that is a
// command stays as it is typed.
func sentence(s string) string {
	if s == "" || strings.HasPrefix(s, "guildsctl ") || strings.HasPrefix(s, "http") {
		return s
	}
	_, size := utf8.DecodeRuneInString(s)
	return strings.ToUpper(s[:size]) + s[size:]
}
