package print

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/itchyny/gojq"
)

// runQuery writes each result of --jq on a line: a string as it is, anything
// else as compact JSON.
func (p *Printer) runQuery(data []byte) error {
	var input any
	if err := json.Unmarshal(data, &input); err != nil {
		return err
	}
	results := p.Format.query.Run(input)
	for {
		v, ok := results.Next()
		if !ok {
			return nil
		}
		if err, ok := v.(error); ok {
			return queryError(err)
		}
		if err := p.writeResult(v); err != nil {
			return err
		}
	}
}

// queryError tells a jq program that halts on purpose from one that fails.
func queryError(err error) error {
	if halt := (*gojq.HaltError)(nil); errors.As(err, &halt) && halt.Value() == nil {
		return nil
	}
	return fmt.Errorf("--jq: %w", err)
}

// writeResult keeps strings bare, as jq -r does, because that is what scripts
// want.
func (p *Printer) writeResult(v any) error {
	if s, ok := v.(string); ok {
		if p.Terminal {
			s = Text(s)
		}
		_, err := fmt.Fprintln(p.Out, s)
		return err
	}
	line, err := gojq.Marshal(v)
	if err != nil {
		return err
	}
	return writeVisible(p.Out, append(line, '\n'))
}
