package xref

import (
	"html"
	"net/url"
	"regexp"
	"strings"

	"github.com/guildsbox/guilds/internal/guild"
)

// MaxText is where the text of a post is clipped, in characters (specification, "X
// Connect" and "TwitterAPI.io Connect").
const MaxText = 280

// Text is the text of a post as people see it: X writes &, < and > as entities of
// HTML.
func Text(s string) string { return html.UnescapeString(s) }

// User is a user by id or by name: one of the two is empty.
type User struct {
	ID   string
	Name string // without the @
}

var (
	digits = regexp.MustCompile(`^[0-9]{1,19}$`)
	handle = regexp.MustCompile(`^[A-Za-z0-9_]{1,15}$`)
)

// ParseUser reads a username, with or without its @, or a user id. What is only
// digits is an id; a name of digits is told by its @.
func ParseUser(s string) (User, error) {
	name, isName := strings.CutPrefix(strings.TrimSpace(s), "@")
	switch {
	case !isName && digits.MatchString(name):
		return User{ID: name}, nil
	case handle.MatchString(name):
		return User{Name: name}, nil
	}
	return User{}, guild.Errorf(guild.CodeInvalid, "%q is no username, which has up to 15 letters, digits and underscores, and no user id, which is digits only", s)
}

// ParseName reads a username, with or without its @, where an id will not do. What
// is only digits is a name.
func ParseName(s string) (string, error) {
	name := strings.TrimPrefix(strings.TrimSpace(s), "@")
	if handle.MatchString(name) {
		return name, nil
	}
	return "", guild.Errorf(guild.CodeInvalid, "%q is no username, which has up to 15 letters, digits and underscores", s)
}

// status is the path of a post below a user, below /i, or below /i/web.
var status = regexp.MustCompile(`^/(?:i/web|[A-Za-z0-9_]+)/status(?:es)?/([0-9]{1,19})(?:/|$)`)

// hosts are where posts have addresses.
var hosts = map[string]bool{
	"x.com": true, "www.x.com": true, "mobile.x.com": true,
	"twitter.com": true, "www.twitter.com": true, "mobile.twitter.com": true,
}

// ParsePost returns the id of a post that is named by its id or by its status URL,
// whose scheme may be left out.
func ParsePost(s string) (string, error) {
	s = strings.TrimSpace(s)
	if digits.MatchString(s) {
		return s, nil
	}
	address := s
	if !strings.Contains(address, "://") {
		address = "https://" + address
	}
	if u, err := url.Parse(address); err == nil && hosts[strings.ToLower(u.Hostname())] {
		if found := status.FindStringSubmatch(u.Path); found != nil {
			return found[1], nil
		}
	}
	return "", guild.Errorf(guild.CodeInvalid, "%q is no post id, which is digits only, and no status URL such as https://x.com/name/status/20", s)
}
