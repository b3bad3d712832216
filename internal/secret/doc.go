// Package secret is the rules of stored secrets: values that an operator or an
// agent keeps at a scope, that the agents there have in the environment of their
// sandbox, and that no result, transcript or log ever shows. A secret of a narrower
// scope stands before one of the same name further up.
//
// The package also gives, for an agent, all that must be masked in what the agent
// comes to print, from wherever it is known (see Redaction).
package secret
