// Package extension holds the grants of two MCP extensions in which no person is
// asked: client credentials and cross-application access. The product logs nobody
// in by them; its conformance tests do.
package extension
