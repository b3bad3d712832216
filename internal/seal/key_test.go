package seal_test

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/seal"
)

func TestParseKey(t *testing.T) {
	t.Parallel()
	raw := bytes.Repeat([]byte{0xfb, 0xff}, 16) // its base64 differs between the alphabets
	want, err := seal.ParseKey(hex.EncodeToString(raw))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{
		strings.ToUpper(hex.EncodeToString(raw)) + "\n",
		base64.StdEncoding.EncodeToString(raw),
		base64.RawURLEncoding.EncodeToString(raw),
	} {
		if got, err := seal.ParseKey(s); err != nil || got != want {
			t.Errorf("ParseKey(%q) gave another key, or %v", s, err)
		}
	}
	for _, s := range []string{"", "hunter2hunter2", hex.EncodeToString(raw[1:]), hex.EncodeToString(raw) + "00"} {
		_, err := seal.ParseKey(s)
		if guild.CodeOf(err) != guild.CodeInvalid {
			t.Errorf("ParseKey(%q) = %v; want it refused", s, err)
		}
		if s != "" && strings.Contains(err.Error(), s) {
			t.Errorf("the error repeats the value: %v", err)
		}
	}
}

func TestKeyNeverPrintsItself(t *testing.T) {
	t.Parallel()
	key, err := seal.ParseKey(strings.Repeat("ab", 32))
	if err != nil {
		t.Fatal(err)
	}
	holder := struct {
		Key  seal.Key
		Keys []*seal.Key
	}{key, []*seal.Key{&key}}

	var out bytes.Buffer
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%b"} {
		fmt.Fprintf(&out, verb+verb, key, holder.Key)
	}
	fmt.Fprintf(&out, "%+v %#v %x", holder, holder, holder)
	if err := json.NewEncoder(&out).Encode(holder); err != nil {
		t.Fatal(err)
	}
	slog.New(slog.NewTextHandler(&out, nil)).Info("key", "key", key, "holder", holder)
	slog.New(slog.NewJSONHandler(&out, nil)).Info("key", "key", key, "holder", holder)

	for _, leak := range []string{"abab", "ABAB", "171", "1010101110", "q6ur"} {
		if strings.Contains(out.String(), leak) {
			t.Errorf("the key shows as %q in %s", leak, out.String())
		}
	}
}
