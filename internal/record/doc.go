// Package record holds the rules of collections and their records: which columns a
// table may have, which bodies fit them, what a listing may ask for, what a change
// of columns does to the records that are there, and which agents reach which table.
//
// The rules are those of the specification's paragraph on record_search,
// record_list, record_add, record_update and record_remove. Nothing here reads or
// writes: package postgres keeps the tables, package native/record declares the
// tools.
//
// A value is exact. A number is a decimal of up to MaxDigits digits and never a
// float64, and a moment is kept in UTC to the microsecond.
package record
