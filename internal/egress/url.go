package egress

import (
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"github.com/guildsbox/guilds/internal/guild"
)

// CheckURL parses the address of an outside service. It must be https, or http
// to this machine (a loopback address or localhost), with no user information
// and no fragment, and must not name an address that is never allowed. Errors
// have the code CodeInvalid, or CodeDenied for an address that is never allowed,
// and hold no query string.
func CheckURL(raw string) (*url.URL, error) {
	u, err := url.Parse(raw)
	if err != nil {
		return nil, guild.Errorf(guild.CodeInvalid, "the address is not a URL; give one such as https://mcp.example.com/mcp")
	}
	if u.User != nil {
		return nil, guild.Errorf(guild.CodeInvalid, "the address of %s holds a user name or password; give the credential in its own field", u.Host)
	}
	if strings.Contains(raw, "#") {
		return nil, guild.Errorf(guild.CodeInvalid, "the address of %s has a fragment (#...), which is never sent; leave it out", u.Host)
	}
	if err := checkPort(u); err != nil {
		return nil, err
	}
	if err := checkTarget(u, Options{AllowPrivate: true}); err != nil {
		return nil, err
	}
	return u, nil
}

func checkPort(u *url.URL) error {
	port := u.Port()
	if port == "" && !strings.HasSuffix(u.Host, ":") {
		return nil
	}
	if n, err := strconv.Atoi(port); err != nil || n < 1 || n > 65535 {
		return guild.Errorf(guild.CodeInvalid, "%s: a port is a number from 1 to 65535", u.Host)
	}
	return nil
}

// checkTarget checks what a URL says by itself, before any name is resolved. It
// runs on every request as well: behind a proxy nothing else sees a literal
// address.
func checkTarget(u *url.URL, o Options) error {
	host := u.Hostname()
	switch {
	case host == "":
		return guild.Errorf(guild.CodeInvalid, "the address names no host; give one such as https://mcp.example.com/mcp")
	case u.Scheme == "http" && !o.AllowHTTP && !isLoopbackHost(host):
		return guild.Errorf(guild.CodeInvalid, "http://%s would send the credential in clear; use https, or http to this machine only", u.Host)
	case u.Scheme != "https" && u.Scheme != "http":
		return guild.Errorf(guild.CodeInvalid, "%q is not a scheme that the box speaks; use https", u.Scheme)
	}
	addr, err := netip.ParseAddr(host)
	if err != nil {
		return nil
	}
	return checkAddress(addr, host, o.AllowPrivate)
}

// isLoopbackHost reports whether a host as a URL writes it means this machine
// whatever a resolver says: localhost or a literal loopback address.
func isLoopbackHost(host string) bool {
	if strings.EqualFold(strings.TrimSuffix(host, "."), "localhost") {
		return true
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.Unmap().IsLoopback()
}

var defaultPorts = map[string]string{"https": "443", "http": "80"}

// Origin returns scheme, host and port of u in one spelling: lower case, the
// scheme's own port left out. Two URLs are of one origin when theirs are equal.
func Origin(u *url.URL) string {
	scheme, host := strings.ToLower(u.Scheme), strings.ToLower(u.Hostname())
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	if port := u.Port(); port != "" && port != defaultPorts[scheme] {
		host += ":" + port
	}
	return scheme + "://" + host
}
