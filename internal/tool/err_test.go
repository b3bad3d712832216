package tool_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/tool"
)

func TestErrIsWhatMadeTheToolFail(t *testing.T) {
	t.Parallel()
	cause := errors.New("HTTP 401")
	for name, tt := range map[string]struct {
		fails error
		args  string
		want  func(error) bool
	}{
		"nothing":             {nil, `{}`, func(err error) bool { return err == nil }},
		"the handler's cause": {guild.Errorf(guild.CodeRejected, "no: %w", cause), `{}`, func(err error) bool { return errors.Is(err, cause) }},
		"the arguments":       {nil, `[]`, func(err error) bool { return guild.CodeOf(err) == guild.CodeInvalid }},
	} {
		one := tool.New(tool.Spec{Name: "one", Schema: `{"type":"object"}`},
			func(context.Context, *tool.Call, struct{}) (string, error) { return "", tt.fails })
		call := &tool.Call{}
		if _, err := one.Run(t.Context(), call, json.RawMessage(tt.args)); err != nil || !tt.want(call.Err()) {
			t.Errorf("%s: Err = %v (%v)", name, call.Err(), err)
		}
	}
}
