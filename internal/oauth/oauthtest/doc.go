// Package oauthtest is an authorization server and an MCP server behind it, both
// real, for tests and scripts: npm oidc-provider, with registration, PKCE, rotation
// and revocation, in a process of its own, and mcptest behind a middleware that asks
// it about every token. What a test may wish for stands between them and the box:
// counts, faults, and all secrets that were ever given out.
//
// Both listen on the loopback address only. scripts/deps test installs what it
// needs.
package oauthtest
