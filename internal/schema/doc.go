// Package schema works on the JSON Schemas of tools and on the arguments that
// models give for them: it derives the form of a schema that a model is offered,
// drops the empty arguments that models add where they should leave a key out, and
// reports every way in which arguments do not fit.
//
// The rules are in the first paragraph of the specification and in decisions.md,
// "Schemas offered to a model". A stored schema is never changed. Members keep
// their written order, since models read a schema from the top, and values keep
// their exact text, since a number may have more digits than a float64.
package schema
