// Package pgrecords fills a collection with a great many records and asks it in SQL
// that was written by hand, for tests of plans and for measurements beside which the
// built queries stand.
package pgrecords
