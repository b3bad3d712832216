// Package tsv writes the results of connectors as tab-separated values for a model
// to read (specification, the paragraphs of the connectors): a header and a line for
// each row, short and without anything that could break a row.
//
// What a vendor sends is the words of strangers. Whatever is in it, a cell stays one
// cell: tabs and line breaks become blanks, and neither control characters nor marks
// that turn text around are left.
package tsv
