package egress

import (
	"net"
	"net/http"
	"net/netip"
)

// SetResolver makes a client of NewClient resolve names with r.
func SetResolver(c *http.Client, r *net.Resolver) { c.Transport.(*guard).resolver = r }

// CheckAddress is the check of a dialled address: tests may dial this machine
// only.
func CheckAddress(addr netip.Addr, host string, allowPrivate bool) error {
	return checkAddress(addr, host, allowPrivate)
}
