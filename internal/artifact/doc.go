// Package artifact holds the rules of what agents write down: Markdown notes and
// the memory. It has no SQL; the one store of all artifacts is in postgres.
//
// The rules are the specification's, "Native tools": notes have no folders, four
// grants decide how far an agent's notes reach, and the memory is one text of which
// the versions before it are kept.
package artifact
