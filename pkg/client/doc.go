// Package client is a Go client of the local API of guildsd, with one method
// for each operation of package api. A failed request is an *api.Problem; a
// daemon that cannot be reached is an *Unreachable.
package client
