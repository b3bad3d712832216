// Package oauth is the protocol of browser logins: it finds the authorization
// server of an MCP server or takes Google's, becomes a client of it, sends the
// browser there, and turns the code that comes back into tokens. It keeps
// nothing and serves nothing.
//
// The rules are those of the MCP authorization specification of 2025-11-25,
// with the fall-backs of 2025-03-26 for servers that publish no metadata, and of
// the documents that it builds on: RFC 6749 and RFC 6750, 7009 (revocation),
// 7591 (registration), 7636 (PKCE, always S256), 8414 (metadata), 8707 (resource
// indicators), 9207 (issuer in the callback) and 9728 (metadata of the resource).
//
// Every request goes through the client that is handed in, which has to come from
// egress.NewClient: most of the addresses are chosen by others. An error is a
// guild.Error, names the host and what to do, and never holds a token, a code, a
// verifier or a secret, nor repeats one that a server sent back. Of its codes,
// CodeUnavailable alone says that the same request may succeed later.
package oauth
