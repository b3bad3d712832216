// Package seal keeps credentials and secrets encrypted at rest.
//
// One master key of 32 bytes wraps a fresh data key for each row, and the data
// key encrypts the row, both with AES-256-GCM and with the row's identity, such
// as "mcp_connections/<id>", as associated data: a sealed value that is moved to
// another row does not open there. Rotating the master key re-wraps the data
// keys and leaves the rows' own encryption as it is.
//
// The package also finds the master key and keeps the file that holds it. It
// never makes a new key where an old one is expected, because a new key would
// turn everything sealed into noise without a word.
package seal
