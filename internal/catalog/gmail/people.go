package gmail

import (
	"fmt"
	"net/mail"
	"strings"
	"unicode"

	"golang.org/x/net/idna"

	"github.com/guildsbox/guilds/internal/guild"
)

// parsePeople reads the recipients of one header, one to an item, and returns what is
// wrong with them.
func parsePeople(field string, given []string) (people []*mail.Address, problems []guild.Problem) {
	for i, one := range given {
		p, wrong := parsePerson(one)
		if wrong != "" {
			problems = append(problems, guild.Problem{Path: fmt.Sprintf("$.%s[%d]", field, i), Message: wrong})
			continue
		}
		people = append(people, p)
	}
	return people, problems
}

// parsePerson reads an address with or without a name. A line break is refused before
// anything reads it: it would begin a header of its own.
func parsePerson(given string) (*mail.Address, string) {
	if strings.ContainsFunc(given, unicode.IsControl) {
		return nil, fmt.Sprintf("%q holds a line break or another control character", given)
	}
	p, err := mail.ParseAddress(given)
	if err != nil {
		return nil, fmt.Sprintf("%q is not one mail address, such as ann@example.com or Ann Lee <ann@example.com>", given)
	}
	at := strings.LastIndex(p.Address, "@")
	user, domain := p.Address[:at], p.Address[at+1:]
	ascii, err := idna.Lookup.ToASCII(domain)
	if err != nil {
		return nil, fmt.Sprintf("%q has no domain that mail can go to", given)
	}
	if strings.ContainsFunc(user, func(r rune) bool { return r > unicode.MaxASCII }) {
		return nil, fmt.Sprintf("%q has letters before the @ that not every mail server takes; ask for another address", given)
	}
	return &mail.Address{Name: p.Name, Address: user + "@" + ascii}, ""
}

// encoded writes recipients for a header, one to a line. Names beyond ASCII become
// encoded words (RFC 2047).
func encoded(people []*mail.Address) string {
	var all []string
	for _, p := range people {
		all = append(all, folded(p.String()))
	}
	return strings.Join(all, ",\r\n ")
}

// shown are recipients as people write them.
func shown(people []*mail.Address) []string {
	var all []string
	for _, p := range people {
		if p.Name == "" {
			all = append(all, p.Address)
			continue
		}
		all = append(all, p.Name+" <"+p.Address+">")
	}
	return all
}

// folded breaks a header between its encoded words, which together may be longer than
// a line may be.
func folded(value string) string { return strings.ReplaceAll(value, "?= =?", "?=\r\n =?") }
