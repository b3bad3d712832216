package run

import (
	"encoding/json"

	"github.com/guildsbox/guilds/internal/redact"
	"github.com/guildsbox/guilds/internal/tool"
)

// clean returns the fields of a call's record without secrets, and without what cannot
// be stored. They are the tool's own, such as a path, and may say what it printed.
func clean(set *redact.Set, meta map[string]any) map[string]any {
	data, err := json.Marshal(meta)
	var fields map[string]any
	if err != nil || json.Unmarshal(data, &fields) != nil {
		return nil // no tool has such a field: the record of a call is JSON
	}
	for field, value := range fields {
		fields[field] = cleaned(set, value)
	}
	return fields
}

func cleaned(set *redact.Set, value any) any {
	switch v := value.(type) {
	case string:
		return set.Redact(tool.Storable(v))
	case []any:
		for i := range v {
			v[i] = cleaned(set, v[i])
		}
	case map[string]any:
		for key := range v {
			v[key] = cleaned(set, v[key])
		}
	}
	return value
}
