// Package pgtest gives each test a real PostgreSQL database of its own.
//
// All test binaries of a user share one private cluster in the temporary folder.
// It starts with the first of them, in an odd time zone and without durability,
// and stops some seconds after the last of them has ended. A database is cloned
// from a template that holds the migrated schema, which takes some tens of
// milliseconds. Where no PostgreSQL is installed, tests fail and say what to
// install; they are never skipped.
package pgtest
