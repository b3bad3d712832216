package agent

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/model"
)

// Limits of the settings. The defaults stand in the schema: a new agent has no model
// and no instructions, 100 tool calls, 10 scripts, and scripting and memory on.
const (
	MaxToolCalls    = 1000    // in one generation
	MaxScripts      = 100     // that an agent may keep
	MaxInstructions = 100_000 // characters

	maxModel = 200 // bytes of a model's name
)

// Settings are how an agent works. A run takes them at its start.
type Settings struct {
	Model        string // openrouter/<id> or deepinfra/<id>; empty for none yet
	Instructions string // for the model, at most MaxInstructions characters
	MaxToolCalls int    // in each generation, 1 to MaxToolCalls
	MaxScripts   int    // scripts at most, 0 to MaxScripts

	// What is switched on, as the specification's config.coding and the others.
	Coding, Browser, Scripting, Memory bool

	UpdatedAt time.Time
}

// Check refuses settings that cannot be, with every problem at once. Paths are the
// names of the API's fields.
func (s Settings) Check() error {
	var problems []guild.Problem
	wrong := func(path, format string, args ...any) {
		problems = append(problems, guild.Problem{Path: path, Message: fmt.Sprintf(format, args...)})
	}
	if err := CheckModel(s.Model); s.Model != "" && err != nil {
		wrong("model", "%s", err)
	}
	if n := utf8.RuneCountInString(s.Instructions); n > MaxInstructions {
		wrong("instructions", "have %d characters; at most %d are kept", n, MaxInstructions)
	}
	if strings.ContainsRune(s.Instructions, 0) || !utf8.ValidString(s.Instructions) {
		wrong("instructions", "must be text in UTF-8 without the character NUL")
	}
	if s.MaxToolCalls < 1 || s.MaxToolCalls > MaxToolCalls {
		wrong("max_tool_calls", "%d is not from 1 to %d", s.MaxToolCalls, MaxToolCalls)
	}
	if s.MaxScripts < 0 || s.MaxScripts > MaxScripts {
		wrong("max_scripts", "%d is not from 0 to %d", s.MaxScripts, MaxScripts)
	}
	return guild.Invalid("the agent cannot have these settings", problems)
}

// CheckModel refuses what is no name of a model. Whether the provider has such a
// model, only the provider can say.
func CheckModel(name string) error {
	if len(name) > maxModel {
		return guild.Errorf(guild.CodeInvalid, "the name of a model has at most %d bytes, and this one has %d", maxModel, len(name))
	}
	_, _, err := model.Split(name)
	return err
}
