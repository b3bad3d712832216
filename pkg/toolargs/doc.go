// Package toolargs reads from a tool's input schema which arguments there are to
// ask a person for, and turns what the person types into JSON of the right type.
// It serves command lines and forms; whether the arguments fit the schema is for
// the daemon to say.
package toolargs
