// Package gmail is the connector of Gmail.
//
// What it reads was written by strangers. In a result every line of a body begins
// with a bar, so that a body cannot pass for another message or for a note, and
// neither control characters nor marks that turn text around are left.
package gmail
