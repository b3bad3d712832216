package oauth

import (
	"fmt"
	"log/slog"
)

// String names the server, and holds no secret.
func (c Client) String() string { return fmt.Sprintf("client %q of %s", c.ID, c.Issuer) }

// Format prints String for every verb.
func (c Client) Format(f fmt.State, _ rune) { fmt.Fprint(f, c.String()) }

// LogValue logs String.
func (c Client) LogValue() slog.Value { return slog.StringValue(c.String()) }

// String names the server, and holds neither verifier nor state.
func (l Login) String() string { return "login at " + l.Server.Issuer }

// Format prints String for every verb.
func (l Login) Format(f fmt.State, _ rune) { fmt.Fprint(f, l.String()) }

// LogValue logs String.
func (l Login) LogValue() slog.Value { return slog.StringValue(l.String()) }

// String says what is there, and holds no token.
func (t Token) String() string {
	return fmt.Sprintf("token (expires: %v, renewable: %t)", t.Expiry, t.Refresh != "")
}

// Format prints String for every verb.
func (t Token) Format(f fmt.State, _ rune) { fmt.Fprint(f, t.String()) }

// LogValue logs String.
func (t Token) LogValue() slog.Value { return slog.StringValue(t.String()) }
