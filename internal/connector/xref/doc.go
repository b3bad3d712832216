// Package xref reads how people name users and posts of X, for the connectors that
// reach them: X's own API and TwitterAPI.io.
package xref
