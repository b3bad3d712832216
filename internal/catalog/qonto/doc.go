// Package qonto is the connector of the Qonto Business API, version 2, for one
// organisation's own key.
//
// Most fields of an answer can be missing, because they depend on the role of who made
// the key. Amounts come as numbers and as text with a comma; the cents beside them are
// exact. An attachment's address is left out everywhere: it opens the file for whoever
// has it.
package qonto
