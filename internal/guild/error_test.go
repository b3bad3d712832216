package guild_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/guild"
)

func TestErrorShowsEveryProblemAndNotItsCause(t *testing.T) {
	t.Parallel()
	err := guild.Invalid("the form is wrong", []guild.Problem{{Path: "a", Message: "is missing"}, {Message: "is too long"}})
	if want := "the form is wrong\n  a: is missing\n  is too long"; err.Error() != want {
		t.Errorf("got %q, want %q", err.Error(), want)
	}
	if guild.Invalid("the form is wrong", nil) != nil {
		t.Error("no problem is an error")
	}
	hidden := &guild.Error{Code: guild.CodeUpstream, Msg: "it failed", Err: errors.New("with a secret")}
	if strings.Contains(hidden.Error(), "secret") {
		t.Errorf("the cause is shown: %q", hidden.Error())
	}
}

func TestCodeOf(t *testing.T) {
	t.Parallel()
	denied := guild.Errorf(guild.CodeDenied, "no")
	for _, c := range []struct {
		err  error
		want guild.Code
	}{
		{denied, guild.CodeDenied},
		{fmt.Errorf("wrapped: %w", denied), guild.CodeDenied},
		{errors.New("anything"), guild.CodeInternal},
		{nil, guild.CodeInternal},
	} {
		if got := guild.CodeOf(c.err); got != c.want {
			t.Errorf("CodeOf(%v) = %s, want %s", c.err, got, c.want)
		}
	}
}

func TestErrorfKeepsACause(t *testing.T) {
	t.Parallel()
	cause := errors.New("the cause")
	if err := guild.Errorf(guild.CodeUpstream, "it failed: %w", cause); !errors.Is(err, cause) {
		t.Errorf("%v does not wrap its cause", err)
	}
	hinted := guild.Errorf(guild.CodeDenied, "no").WithHint("try %s", "this")
	if hinted.Hint != "try this" || hinted.Code != guild.CodeDenied {
		t.Errorf("got %+v", hinted)
	}
}
