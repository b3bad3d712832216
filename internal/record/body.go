package record

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/guildsbox/guilds/internal/guild"
)

// MaxBody bounds a body as JSON, in bytes: one record is always read back whole in a
// tool's result.
const MaxBody = 48 << 10

// Rejected is the message of a body that does not fit its columns.
const Rejected = "record rejected"

// Body holds the values of a record by column. A value is a string, a json.Number,
// a bool, a time.Time in UTC, or a []any of these; a missing value has no entry, or
// a nil one in what a change leaves out.
type Body map[string]any

// Accept reads the body of a new record. It is accepted exactly when it names
// declared columns only, every value fits its column, and no required one is
// missing. The error has the code invalid, the message Rejected, and every problem
// at once.
func Accept(columns Columns, raw json.RawMessage) (Body, error) {
	body, problems := read(columns, raw)
	for _, c := range columns {
		if value, given := body[c.Name]; c.Required && (!given || value == nil) {
			problems = append(problems, guild.Problem{Path: "body." + c.Name, Message: "is required"})
		}
	}
	maps.DeleteFunc(body, func(_ string, v any) bool { return v == nil })
	return body, guild.Invalid(Rejected, inOrder(columns, problems))
}

// AcceptChange reads the body of a change, which names the columns that change. A
// nil value clears an optional column. The error is as of Accept.
func AcceptChange(columns Columns, raw json.RawMessage) (Body, error) {
	body, problems := read(columns, raw)
	for _, c := range columns {
		if value, given := body[c.Name]; c.Required && given && value == nil {
			problems = append(problems, guild.Problem{Path: "body." + c.Name, Message: "is required and cannot be cleared"})
		}
	}
	if len(body) == 0 && len(problems) == 0 {
		problems = append(problems, guild.Problem{Path: "body", Message: "names no column that changes"})
	}
	return body, guild.Invalid(Rejected, inOrder(columns, problems))
}

// unread stands in a body for a value that did not fit, so that it does not count
// as missing as well.
type unread struct{}

func read(columns Columns, raw json.RawMessage) (Body, []guild.Problem) {
	if len(raw) > MaxBody {
		return nil, []guild.Problem{{Path: "body", Message: fmt.Sprintf("has %d bytes as JSON, and the most is %d", len(raw), MaxBody)}}
	}
	given, err := object(raw)
	if err != nil {
		return nil, []guild.Problem{{Path: "body", Message: "is not an object of JSON"}}
	}
	body := Body{}
	var problems []guild.Problem
	declaring := "; its columns are " + strings.Join(columns.Names(), ", ") // said once
	for _, name := range slices.Sorted(maps.Keys(given)) {
		c, declared := columns.Find(name)
		if !declared {
			problems = append(problems, guild.Problem{Path: "body." + name, Message: "is not a column of this collection" + declaring})
			declaring = ""
			continue
		}
		if given[name] == nil {
			body[name] = nil
			continue
		}
		value, wrong := c.read(given[name], "body."+name)
		if len(wrong) > 0 {
			value = unread{}
		}
		body[name] = value
		problems = append(problems, wrong...)
	}
	return body, problems
}

// object reads one object of JSON, with its numbers as they are written.
func object(raw json.RawMessage) (map[string]any, error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var given map[string]any
	if err := d.Decode(&given); err != nil {
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF || given == nil {
		return nil, fmt.Errorf("is not one object")
	}
	return given, nil
}

// inOrder puts what is wrong with undeclared names first and the rest in the order
// of the columns.
func inOrder(columns Columns, problems []guild.Problem) []guild.Problem {
	place := func(p guild.Problem) int {
		return slices.IndexFunc(columns, func(c Column) bool {
			rest, cut := bytes.CutPrefix([]byte(p.Path), []byte("body."+c.Name))
			return cut && (len(rest) == 0 || rest[0] == '[')
		})
	}
	slices.SortStableFunc(problems, func(a, b guild.Problem) int { return place(a) - place(b) })
	return problems
}

// With returns the body with the values of a change, and whether any of them is new.
func (b Body) With(change Body) (after Body, changed bool) {
	after = maps.Clone(b)
	for name, value := range change {
		changed = changed || !Same(b[name], value)
		if after[name] = value; value == nil {
			delete(after, name)
		}
	}
	return after, changed
}

// Fits refuses a body that is longer than MaxBody, which a change can make of one
// that is not.
func (b Body) Fits(columns Columns) error {
	raw, err := b.Ordered(columns)
	if err != nil {
		return err
	}
	return Record{Body: raw}.Fits()
}

// Fits refuses a record whose body is longer than MaxBody, which a merge can make of
// two that are not.
func (r Record) Fits() error {
	if len(r.Body) <= MaxBody {
		return nil
	}
	return guild.Invalid(Rejected, []guild.Problem{{Path: "body", Message: fmt.Sprintf("would have %d bytes as JSON, and the most is %d", len(r.Body), MaxBody)}})
}

// Ordered writes a body as JSON with its columns in their declared order. Missing
// values are left out.
func (b Body) Ordered(columns Columns) (json.RawMessage, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	out.WriteByte('{')
	for _, c := range columns {
		value, has := b[c.Name]
		if !has || value == nil {
			continue
		}
		if out.Len() > 1 {
			out.WriteByte(',')
		}
		out.WriteString(`"` + c.Name + `":`) // a name has nothing to escape
		if err := encode(&out, e, value); err != nil {
			return nil, fmt.Errorf("column %s: %w", c.Name, err)
		}
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

// encode writes one value into out, of which e is the encoder.
func encode(out *bytes.Buffer, e *json.Encoder, value any) error {
	switch v := value.(type) {
	case time.Time:
		value = v.UTC().Format(time.RFC3339Nano)
	case json.Number: // digits, which were read as such
		out.WriteString(string(v))
		return nil
	}
	if err := e.Encode(value); err != nil {
		return err
	}
	out.Truncate(out.Len() - 1) // the encoder's line end
	return nil
}
