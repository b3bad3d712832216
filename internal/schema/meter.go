package schema

import (
	"encoding/json"
	"errors"
	"fmt"
)

// maxVisits bounds how many times a schema meets a value in one validation.
// Forty references in a row, each used twice, are 2^40 such meetings.
const maxVisits = 200_000

var (
	errTooMuch    = errors.New("it takes too many steps to check these arguments")
	errElsewhere  = errors.New("it has a reference that is not a JSON pointer of its own")
	errUnreadable = errors.New("it is not an object")
)

// affordable walks a schema along the arguments as a validation does, following
// everything whatever the outcome, and reports where that ends within the bound.
func affordable(schema, args json.RawMessage) error {
	root, err := parse(schema)
	if err != nil {
		return fmt.Errorf("it is %w", err)
	}
	if root.kind != object {
		return errUnreadable
	}
	instance, err := parse(args)
	if err != nil {
		return fmt.Errorf("the arguments are %w", err)
	}
	m := meter{root: root}
	return m.visit(root, instance, 0)
}

type meter struct {
	root   *node
	visits int
}

// maxSteps bounds a chain of references that all apply to one value.
const maxSteps = 4 * maxNesting

func (m *meter) visit(schema, instance *node, depth int) error {
	m.visits++
	if m.visits > maxVisits || depth > maxSteps {
		return errTooMuch
	}
	var err error
	visit := func(schema, instance *node) {
		if err == nil && schema != nil {
			err = m.visit(schema, instance, depth+1)
		}
	}
	for _, k := range schema.members {
		switch k.name {
		case "$ref":
			target := resolve(m.root, k.value.value)
			if target == nil {
				return errElsewhere
			}
			visit(target, instance)
		case "$dynamicRef", "$recursiveRef":
			return errElsewhere
		case "$id":
			if schema != m.root {
				return errElsewhere
			}
		default:
			meet(k, instance, visit)
		}
	}
	return err
}

// meet calls visit for each schema in a keyword with each value it applies to.
func meet(k member, instance *node, visit func(schema, value *node)) {
	switch k.name {
	case "properties":
		for _, p := range instance.members {
			visit(k.value.get(p.name), p.value)
		}
		return
	case "additionalProperties", "unevaluatedProperties", "propertyNames", "patternProperties",
		"items", "prefixItems", "additionalItems", "unevaluatedItems", "contains":
		eachSchema(k, func(schema *node) {
			for _, p := range instance.members {
				visit(schema, p.value)
			}
			for _, item := range instance.items {
				visit(schema, item)
			}
		})
		return
	}
	eachSchema(k, func(schema *node) { visit(schema, instance) })
}

// eachSchema calls do for each schema directly in a keyword.
func eachSchema(k member, do func(*node)) {
	switch keywords[k.name] {
	case inValue, inNegation:
		do(k.value)
	case inItems, inList:
		if k.value.kind != array {
			do(k.value)
		}
		for _, schema := range k.value.items {
			do(schema)
		}
	case inMembers:
		for _, m := range k.value.members {
			do(m.value)
		}
	}
}
