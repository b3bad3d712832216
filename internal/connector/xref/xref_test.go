package xref_test

import (
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/connector/xref"
	"github.com/guildsbox/guilds/internal/guild"
)

func TestParseUser(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]xref.User{
		"XDevelopers": {Name: "XDevelopers"}, "@XDevelopers": {Name: "XDevelopers"}, " @a_1 ": {Name: "a_1"},
		"2244994945": {ID: "2244994945"}, "@123": {Name: "123"}, "1234567890123456789": {ID: "1234567890123456789"},
	} {
		if got, err := xref.ParseUser(in); err != nil || got != want {
			t.Errorf("ParseUser(%q) = %+v, %v", in, got, err)
		}
	}
	for _, in := range []string{"", "@", "@@a", "a b", "a/b", "sixteen_letters_", "12345678901234567890", "é", "x.com/a"} {
		if got, err := xref.ParseUser(in); guild.CodeOf(err) != guild.CodeInvalid {
			t.Errorf("ParseUser(%q) = %+v, %v", in, got, err)
		}
	}
}

func TestParseName(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{"@XDevelopers": "XDevelopers", "123": "123"} {
		if got, err := xref.ParseName(in); err != nil || got != want {
			t.Errorf("ParseName(%q) = %q, %v", in, got, err)
		}
	}
	if got, err := xref.ParseName("2244994945000000"); guild.CodeOf(err) != guild.CodeInvalid {
		t.Errorf("an id is taken for %q (%v)", got, err)
	}
}

func TestParsePost(t *testing.T) {
	t.Parallel()
	for _, in := range []string{
		"20", " 20 ", "https://x.com/jack/status/20", "http://twitter.com/jack/status/20?s=20", "https://mobile.twitter.com/jack/statuses/20",
		"https://X.com/i/web/status/20", "https://x.com/i/status/20", "x.com/jack/status/20/photo/1", "https://www.x.com/jack/status/20/",
	} {
		if got, err := xref.ParsePost(in); err != nil || got != "20" {
			t.Errorf("ParsePost(%q) = %q, %v", in, got, err)
		}
	}
	for _, in := range []string{
		"", "abc", "https://x.com/jack", "https://evil.example/jack/status/20", "https://x.com.evil.example/jack/status/20",
		"https://x.com/jack/status/20x", "https://x.com/jack/likes/20", "12345678901234567890", "ftp:// x.com",
	} {
		if got, err := xref.ParsePost(in); guild.CodeOf(err) != guild.CodeInvalid {
			t.Errorf("ParsePost(%q) = %q, %v", in, got, err)
		}
	}
}

func FuzzParsePost(f *testing.F) {
	f.Add("https://x.com/jack/status/20")
	f.Add("x.com:80/i/status/20#/status/21")
	f.Fuzz(func(t *testing.T, s string) {
		if id, err := xref.ParsePost(s); err == nil && (id == "" || len(id) > 19 || strings.Trim(id, "0123456789") != "" || !strings.Contains(s, id)) {
			t.Errorf("ParsePost(%q) = %q", s, id)
		}
	})
}

func TestText(t *testing.T) {
	t.Parallel()
	if got := xref.Text("a &amp;lt; b &lt;3"); got != "a &lt; b <3" {
		t.Errorf("Text = %q", got)
	}
}
