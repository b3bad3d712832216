package record

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/pkg/api"
)

// row is one record to add, with the line that it began in.
type row struct {
	line int
	body json.RawMessage
}

// readRows reads a whole file: all of it is checked before any of it is added.
func readRows(a *app.App, of api.Collection, file, format string) ([]row, error) {
	source := "@" + file
	if file == "-" {
		source = file
	}
	text, _, err := a.Value(source)
	if err != nil {
		return nil, app.Usage("", "%v", err)
	}
	if format == "" {
		format = strings.TrimPrefix(filepath.Ext(file), ".")
	}
	switch format {
	case "csv":
		return readCSV(of, text)
	case "jsonl", "ndjson", "json", "":
		return readLines(text)
	}
	return nil, app.Usage("add --format csv or --format jsonl", "%q is no format to import", format)
}

// readLines reads one JSON object a line. Empty lines are passed over.
func readLines(text string) (rows []row, err error) {
	var problems []api.FieldProblem
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		if !json.Valid([]byte(line)) {
			problems = append(problems, api.FieldProblem{Location: fmt.Sprintf("line %d", i+1), Message: "is not JSON"})
			continue
		}
		rows = append(rows, row{i + 1, json.RawMessage(line)})
	}
	return rows, app.Usages("each line holds one object; nothing was added", "not every line can be read", problems)
}

// readCSV reads records whose columns the first line names.
func readCSV(of api.Collection, text string) (rows []row, err error) {
	r := csv.NewReader(strings.NewReader(strings.TrimPrefix(text, "\ufeff"))) // spreadsheets begin with a byte order mark
	heads, err := r.Read()
	if err != nil {
		return nil, app.Usage("the first line names the columns", "the CSV cannot be read: %v", err)
	}
	for {
		fields, err := r.Read()
		if errors.Is(err, io.EOF) {
			return rows, nil
		}
		if err != nil {
			return nil, app.Usage("nothing was added", "the CSV cannot be read: %v", err)
		}
		line, _ := r.FieldPos(0)
		body := map[string]json.RawMessage{}
		for i, field := range fields {
			if field != "" {
				body[heads[i]] = csvValue(declared(of, heads[i]), field)
			}
		}
		raw, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		rows = append(rows, row{line, raw})
	}
}

func csvValue(c api.Column, field string) json.RawMessage {
	if c.Array {
		return app.CellValue(c, strings.Split(field, "|"))
	}
	return app.CellValue(c, []string{field})
}
