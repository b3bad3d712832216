package tsv

import "strings"

// Field is one line of what is known of one thing.
type Field struct {
	Name  string
	Value any // as a cell of Write
	Max   int // the longest value, in characters; 0 for MaxCell
}

// Fields writes a line for each field that has a value: its name, a tab, the value.
func Fields(fields ...Field) string {
	lines := []string{"field\tvalue"}
	for _, f := range fields {
		if value := cell(f.Value, f.Max); value != "" {
			lines = append(lines, f.Name+"\t"+value)
		}
	}
	return strings.Join(lines, "\n")
}
