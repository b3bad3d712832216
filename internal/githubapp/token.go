package githubapp

import (
	"fmt"
	"io"

	"github.com/guildsbox/guilds/internal/guild"
)

// UserToken is what GitHub gave for an operator's consent. Only Installations
// and Discard can use it, and however it is printed or encoded, its value does
// not show.
type UserToken struct{ value string }

// InstallationToken reaches the repositories that it was minted for. However it
// is printed or encoded, its value does not show; Reveal is the only way to it.
type InstallationToken struct{ value string }

// Reveal returns the token. GitHub has given out longer ones since April 2026:
// nothing may be assumed of its length below 1 KiB, or of its form. It belongs
// into the run's redaction set before anything else sees it.
func (t InstallationToken) Reveal() string { return t.value }

const masked = "[GitHub token]"

// Format prints a mask for every verb.
func (UserToken) Format(f fmt.State, _ rune) { io.WriteString(f, masked) }

// Format prints a mask for every verb.
func (InstallationToken) Format(f fmt.State, _ rune) { io.WriteString(f, masked) }

// MarshalText writes a mask, in JSON too.
func (UserToken) MarshalText() ([]byte, error) { return []byte(masked), nil }

// MarshalText writes a mask, in JSON too.
func (InstallationToken) MarshalText() ([]byte, error) { return []byte(masked), nil }

func (t UserToken) credential() credential {
	return credential{
		secret: t.value, code: guild.CodeRejected,
		refused: "GitHub no longer accepts the consent that was just given; connect again",
	}
}

func (t InstallationToken) credential() credential {
	return credential{
		secret: t.value, code: guild.CodeUnavailable,
		refused: "GitHub does not accept a token that it has just handed out; try again",
	}
}
