// Package mcpclient holds the box's sessions with remote MCP servers: one for
// each connection, shared by everything that uses that login, opened on first
// use and reopened when the server has forgotten it.
//
// It stands on mcp-go's client and Streamable HTTP transport, and is the only
// package that imports them. What mcp-go leaves open is closed here, each in
// the file named for it: a credential on every request (wire.go), refusals that
// keep their status (refusal.go), answers matched to their request (events.go),
// cancellation (exchange.go), sessions that the server lost (pool.go, lost.go),
// input schemas kept byte for byte (list.go).
//
// Two eras of the protocol are spoken: revisions up to 2025-11-25 open a
// session with initialize; 2026-07-28 has no sessions, and each request says
// everything by itself. See revision.go for how a server's era is found out.
//
// Documents: the Model Context Protocol specification, revisions 2025-11-25
// and 2026-07-28, "Streamable HTTP", "Lifecycle" and "Versioning and
// Compatibility"; JSON-RPC 2.0.
package mcpclient
