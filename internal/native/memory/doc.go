// Package memory holds the tool memory_write, by which an agent replaces what it
// remembers from run to run (specification, "Native tools").
package memory
