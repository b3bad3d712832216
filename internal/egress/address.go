package egress

import (
	"net/netip"

	"github.com/guildsbox/guilds/internal/guild"
)

// A reach says under which condition an address may be dialled.
type reach int

const (
	public   reach = iota
	private        // only where the connector allows private addresses
	loopback       // only where the URL itself names this machine
	never
)

// ranges holds every address that is not plainly public; the first row that
// contains an address decides. They follow the IANA special-purpose registries
// (RFC 6890), and the addresses at which clouds hand out machine credentials.
var ranges = []struct {
	prefix netip.Prefix
	reach  reach
	what   string
}{
	{netip.MustParsePrefix("127.0.0.0/8"), loopback, "a loopback address"},
	{netip.MustParsePrefix("::1/128"), loopback, "a loopback address"},
	{netip.MustParsePrefix("169.254.0.0/16"), never, "a link-local address, where clouds keep machine credentials"},
	{netip.MustParsePrefix("fe80::/10"), never, "a link-local address"},
	{netip.MustParsePrefix("100.100.100.200/32"), never, "a cloud's metadata service"},
	{netip.MustParsePrefix("192.0.0.192/32"), never, "a cloud's metadata service"},
	{netip.MustParsePrefix("168.63.129.16/32"), never, "a cloud's metadata service"},
	{netip.MustParsePrefix("fd00:ec2::254/128"), never, "a cloud's metadata service"},
	{netip.MustParsePrefix("fd20:ce::254/128"), never, "a cloud's metadata service"},
	{netip.MustParsePrefix("0.0.0.0/8"), never, "an unspecified address"},
	{netip.MustParsePrefix("::/128"), never, "an unspecified address"},
	{netip.MustParsePrefix("224.0.0.0/4"), never, "a multicast address"},
	{netip.MustParsePrefix("ff00::/8"), never, "a multicast address"},
	{netip.MustParsePrefix("240.0.0.0/4"), never, "a reserved or broadcast address"},
	{netip.MustParsePrefix("10.0.0.0/8"), private, "a private address"},
	{netip.MustParsePrefix("172.16.0.0/12"), private, "a private address"},
	{netip.MustParsePrefix("192.168.0.0/16"), private, "a private address"},
	{netip.MustParsePrefix("100.64.0.0/10"), private, "a shared address behind a carrier's NAT"},
	{netip.MustParsePrefix("192.0.0.0/24"), private, "a protocol assignment, not a public address"},
	{netip.MustParsePrefix("198.18.0.0/15"), private, "a benchmarking address"},
	{netip.MustParsePrefix("fc00::/7"), private, "a private address"},
	{netip.MustParsePrefix("fec0::/10"), private, "a private address"},
}

// embeddings are the IPv6 prefixes that carry an IPv4 address, with the byte at
// which it begins: a gateway would deliver the request to the address inside.
var embeddings = []struct {
	prefix netip.Prefix
	at     int
}{
	{netip.MustParsePrefix("64:ff9b::/96"), 12},   // NAT64, RFC 6052
	{netip.MustParsePrefix("64:ff9b:1::/48"), 12}, // NAT64 of one network, RFC 8215
	{netip.MustParsePrefix("2002::/16"), 2},       // 6to4, RFC 3056
	{netip.MustParsePrefix("::/96"), 12},          // IPv4-compatible, RFC 4291
}

// reachOf classifies an address in any of the forms that lead to it.
func reachOf(addr netip.Addr) (reach, string) {
	addr = addr.Unmap().WithZone("")
	for _, r := range ranges {
		if r.prefix.Contains(addr) {
			return r.reach, r.what
		}
	}
	for _, e := range embeddings {
		if !e.prefix.Contains(addr) {
			continue
		}
		b := addr.As16()
		// A loopback address that arrives inside another one was not written
		// by someone who meant this machine.
		r, what := reachOf(netip.AddrFrom4([4]byte(b[e.at : e.at+4])))
		if r == loopback {
			r = never
		}
		return r, what
	}
	return public, ""
}

// checkAddress decides whether addr may be dialled for the host that a URL
// names. The error has the code CodeDenied.
func checkAddress(addr netip.Addr, host string, allowPrivate bool) error {
	r, what := reachOf(addr)
	named := isLoopbackHost(host)
	switch {
	case r == loopback && named, r == public && !named, r == private && allowPrivate && !named:
		return nil
	case named:
		return guild.Errorf(guild.CodeDenied, "%s leads to %s, which is not this machine; use a name that is not localhost", host, addr)
	case r == private:
		return guild.Errorf(guild.CodeDenied, "%s leads to %s, %s; allow private addresses for this connector if it stands in your own network", host, addr, what)
	case r == loopback:
		return guild.Errorf(guild.CodeDenied, "%s leads to %s, %s; a service on this machine is written as localhost or 127.0.0.1", host, addr, what)
	}
	return guild.Errorf(guild.CodeDenied, "%s leads to %s, %s, which is never allowed", host, addr, what)
}
