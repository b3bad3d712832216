package seal

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"log/slog"
	"strings"

	"github.com/guildsbox/guilds/internal/guild"
)

const (
	keySize   = 32
	keyIDSize = 8
	mask      = "[master key]"
)

// Key is a master key. It prints as a mark, whatever verb, logger or encoder
// prints it; the only way out of it is the key file that this package writes.
type Key struct{ b [keySize]byte }

// NewKey returns a fresh random key.
func NewKey() Key {
	var k Key
	rand.Read(k.b[:]) // never fails: it ends the program instead
	return k
}

// base64Forms are the alphabets that common tools print 32 bytes in.
var base64Forms = []*base64.Encoding{
	base64.StdEncoding, base64.RawStdEncoding, base64.URLEncoding, base64.RawURLEncoding,
}

// ParseKey reads a key written as 64 hexadecimal digits or as the base64 of 32
// bytes, white space around it ignored. The error has the code CodeInvalid and
// does not repeat the value.
func ParseKey(s string) (Key, error) {
	s = strings.TrimSpace(s)
	if b, err := hex.DecodeString(s); err == nil && len(b) == keySize {
		return Key{[keySize]byte(b)}, nil
	}
	for _, form := range base64Forms {
		if b, err := form.DecodeString(s); err == nil && len(b) == keySize {
			return Key{[keySize]byte(b)}, nil
		}
	}
	return Key{}, guild.Errorf(guild.CodeInvalid,
		"a value of %d characters is not a master key; a master key is 32 bytes written as 64 hexadecimal digits or as base64", len(s)).
		WithHint("openssl rand -hex 32 makes one")
}

// KeyID names a master key without telling it: eight bytes of its hash.
type KeyID [keyIDSize]byte

// String returns the id as 16 hexadecimal digits.
func (id KeyID) String() string { return hex.EncodeToString(id[:]) }

// ID returns the name of the key, which stands in front of all that it seals.
func (k Key) ID() KeyID {
	sum := sha256.Sum256(append([]byte("guilds master key id\x00"), k.b[:]...))
	return KeyID(sum[:keyIDSize])
}

// String returns a mark instead of the key.
func (Key) String() string { return mask }

// GoString returns a mark instead of the key.
func (Key) GoString() string { return mask }

// Format writes a mark instead of the key, for every verb: %x and %d would
// otherwise reach the bytes.
func (Key) Format(f fmt.State, _ rune) { io.WriteString(f, mask) }

// MarshalText returns a mark instead of the key.
func (Key) MarshalText() ([]byte, error) { return []byte(mask), nil }

// LogValue returns a mark instead of the key.
func (Key) LogValue() slog.Value { return slog.StringValue(mask) }
