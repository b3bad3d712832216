// Package api holds what guildsd and its clients say to each other: the
// operations of the local API, their inputs and outputs, and the problem
// document of RFC 9457 with the codes by which a program decides.
//
// The daemon's OpenAPI document is generated from these types, so a field's
// documentation is in its tag, where that document finds it.
package api
