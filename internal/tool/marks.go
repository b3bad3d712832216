package tool

import (
	"bytes"
	"encoding/json"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/redact"
)

// RefuseMarks refuses arguments in which any string or key holds the mark of a
// redacted secret, before it reaches a file, a note or an outside service. A
// model that was shown a mark may take it for the value. The error names the
// secret.
func RefuseMarks(args json.RawMessage) error {
	if len(args) > 0 && !json.Valid(args) {
		return guild.Errorf(guild.CodeInvalid, "the arguments are not JSON")
	}
	if bytes.IndexByte(args, '[') < 0 && bytes.IndexByte(args, '\\') < 0 {
		return nil // a mark begins with a bracket, written as it is or escaped
	}
	decoder := json.NewDecoder(bytes.NewReader(args))
	decoder.UseNumber()
	for {
		token, err := decoder.Token()
		if err != nil {
			return nil // the end: the arguments are JSON
		}
		s, _ := token.(string)
		if name, ok := redact.Mark(s); ok {
			return guild.Errorf(guild.CodeInvalid, "the arguments hold the mark of the secret %q in place of its value, which is never shown; leave it out, or let the value be used where it is stored", name)
		}
	}
}
