package secret

import (
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/redact"
)

// Secret is a stored secret. Its value is in it only as it was sealed.
type Secret struct {
	ID          guild.ID
	ScopeID     guild.ID
	Scope       string // the owner's path: an organisation, a guild or an agent
	Name        string
	Description string
	By          string   // who stored it: an operator's name, or the agent's path
	ByAgent     bool     // it was an agent, with secret_store
	Run         guild.ID // the run in which an agent stored it; empty in a test of the tool
	Sealed      []byte
	CreatedAt   time.Time
	UpdatedAt   time.Time
}

// identity names a secret's row for the sealer.
func (s Secret) identity() string { return "secrets/" + string(s.ID) }

// Limits of what is stored.
const (
	MaxValue       = 32 << 10 // bytes; an environment takes no more than 128 KiB in one variable
	MaxDescription = 400      // characters
	MaxReason      = 1000     // characters, of a request and of why it was declined
)

var nameForm = regexp.MustCompile(`^[A-Z][A-Z0-9_]{0,63}$`)

// ours are variables that the box sets itself for each command in a sandbox, and
// those that decide what a command is: a secret of such a name would be lost, or
// would break every command.
var ours = map[string]bool{
	"PATH": true, "HOME": true, "SHELL": true, "USER": true, "PWD": true, "IFS": true, "ENV": true, "BASH_ENV": true,
	"LD_PRELOAD": true, "LD_LIBRARY_PATH": true, "TERM": true, "NO_COLOR": true, "PAGER": true, "DEBIAN_FRONTEND": true,
	"GIT_PAGER": true, "GIT_TERMINAL_PROMPT": true, "GIT_CONFIG_COUNT": true, "GUILD_RUN_ID": true, "GUILD_AGENT_ID": true,
}

// checkName says what is wrong with a name. It does not repeat it: who mixes up
// two arguments has put the value there.
func checkName(name string) []guild.Problem {
	switch {
	case !nameForm.MatchString(name):
		return []guild.Problem{{Path: "name", Message: "must be the name of an environment variable: up to 64 capital letters, digits and underscores, a letter first, such as STRIPE_API_KEY"}}
	case ours[name]:
		return []guild.Problem{{Path: "name", Message: name + " has a meaning of its own in the environment of a command; choose another name"}}
	}
	return nil
}

// checkValue says what is wrong with a value, without showing any of it.
func checkValue(value string) []guild.Problem {
	var problems []guild.Problem
	if err := redact.Check(value); err != nil {
		problems = append(problems, guild.Problem{Path: "value", Message: err.Error()})
	}
	if len(value) > MaxValue {
		problems = append(problems, guild.Problem{Path: "value", Message: fmt.Sprintf("has %d bytes, and a secret at most %d", len(value), MaxValue)})
	}
	if strings.ContainsRune(value, 0) || !utf8.ValidString(value) {
		problems = append(problems, guild.Problem{Path: "value", Message: "must be UTF-8 text without the character NUL, as it becomes an environment variable; store it as base64"})
	}
	return problems
}

// checkText says what is wrong with a text that people and models read.
func checkText(path, text string, limit int) []guild.Problem {
	if n := utf8.RuneCountInString(text); n > limit {
		return []guild.Problem{{Path: path, Message: fmt.Sprintf("has %d characters; at most %d are kept", n, limit)}}
	}
	return nil
}
