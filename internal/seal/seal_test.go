package seal_test

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/seal"
)

const row = "mcp_connections/01890000-0000-7000-8000-000000000001"

func mustSeal(t *testing.T, s *seal.Sealer, plaintext, identity string) []byte {
	t.Helper()
	sealed, err := s.Seal([]byte(plaintext), identity)
	if err != nil {
		t.Fatal(err)
	}
	return sealed
}

func TestSealOpens(t *testing.T) {
	t.Parallel()
	s := seal.New(seal.NewKey())
	for _, plaintext := range []string{"", "x", "s3cret", strings.Repeat("long ", 20_000)} {
		sealed := mustSeal(t, s, plaintext, row)
		if got, want := len(sealed), seal.Overhead+len(plaintext); got != want {
			t.Errorf("sealed %d bytes into %d, want %d", len(plaintext), got, want)
		}
		got, err := s.Open(sealed, row)
		if err != nil || string(got) != plaintext {
			t.Errorf("Open after Seal of %d bytes gave %d bytes, %v", len(plaintext), len(got), err)
		}
	}
}

func TestSealIsFreshEachTime(t *testing.T) {
	t.Parallel()
	s := seal.New(seal.NewKey())
	a, b := mustSeal(t, s, "same", row), mustSeal(t, s, "same", row)
	const header = 9 // version and key id, which are the same
	if bytes.Equal(a[header:header+60], b[header:header+60]) {
		t.Error("two rows share a wrapped data key")
	}
	if bytes.Equal(a[len(a)-20:], b[len(b)-20:]) {
		t.Error("two rows with the same plaintext share a ciphertext")
	}
}

func TestSealRefusesEmptyIdentity(t *testing.T) {
	t.Parallel()
	if _, err := seal.New(seal.NewKey()).Seal([]byte("x"), ""); err == nil {
		t.Error("a value was sealed without an identity")
	}
}

func TestOpenRefuses(t *testing.T) {
	t.Parallel()
	s := seal.New(seal.NewKey())
	sealed := mustSeal(t, s, "s3cret", row)
	other := mustSeal(t, s, "s3cret", row)
	edit := func(f func(b []byte) []byte) []byte { return f(bytes.Clone(sealed)) }

	tests := map[string]struct {
		sealer   *seal.Sealer
		sealed   []byte
		identity string
		want     string
	}{
		"another row":        {s, sealed, row + "x", "belongs to another row"},
		"no identity":        {s, sealed, "", "belongs to another row"},
		"another master key": {seal.New(seal.NewKey()), sealed, row, "sealed with another master key"},
		"unknown version":    {s, edit(func(b []byte) []byte { b[0] = 9; return b }), row, "has format 9"},
		"nothing":            {s, nil, row, "cut short"},
		"cut by one byte":    {s, sealed[:len(sealed)-1], row, "does not open"},
		"one byte too many":  {s, edit(func(b []byte) []byte { return append(b, 0) }), row, "does not open"},
		"another row's body": {s, append(bytes.Clone(sealed[:69]), other[69:]...), row, "does not open"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := tt.sealer.Open(tt.sealed, tt.identity)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("Open = %q, %v; want an error with %q", got, err, tt.want)
			}
			if err != nil && strings.Contains(err.Error(), "s3cret") {
				t.Errorf("the error tells the secret: %v", err)
			}
		})
	}
}

func TestOpenNoticesEveryBit(t *testing.T) {
	t.Parallel()
	s := seal.New(seal.NewKey())
	sealed := mustSeal(t, s, "s3cret", row)
	for i := range len(sealed) * 8 {
		bad := bytes.Clone(sealed)
		bad[i/8] ^= 1 << (i % 8)
		if got, err := s.Open(bad, row); err == nil {
			t.Fatalf("with bit %d flipped, Open gave %q", i, got)
		}
	}
}

func TestRewrap(t *testing.T) {
	t.Parallel()
	from, to := seal.New(seal.NewKey()), seal.New(seal.NewKey())
	sealed := mustSeal(t, from, "s3cret", row)

	again, err := seal.Rewrap(sealed, row, from, to)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := to.Open(again, row); err != nil || string(got) != "s3cret" {
		t.Errorf("under the new key: %q, %v", got, err)
	}
	if _, err := from.Open(again, row); err == nil {
		t.Error("the old key still opens the value")
	}
	if !bytes.Equal(sealed[69:], again[69:]) {
		t.Error("the body was encrypted anew")
	}
	repeated, err := seal.Rewrap(again, row, from, to)
	if err != nil || !bytes.Equal(repeated, again) {
		t.Errorf("a repeated rotation changed the value, or failed: %v", err)
	}
	if _, err := seal.Rewrap(sealed, row+"x", from, to); err == nil {
		t.Error("a value of another row was wrapped anew")
	}
	if _, err := seal.Rewrap(again[:20], row, from, to); err == nil {
		t.Error("a cut value passed as already rotated")
	}
	third := seal.New(seal.NewKey())
	if _, err := seal.Rewrap(sealed, row, third, to); err == nil {
		t.Error("a value of a third key was wrapped anew")
	}
}

func TestCheckValue(t *testing.T) {
	t.Parallel()
	s := seal.New(seal.NewKey())
	check, err := s.CheckValue()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.VerifyCheck(check); err != nil {
		t.Errorf("the own check value: %v", err)
	}
	want := fmt.Sprintf("with %s, and", s.KeyID())
	if err := seal.New(seal.NewKey()).VerifyCheck(check); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("another key: %v; want an error with %q", err, want)
	}
	if err := s.VerifyCheck(mustSeal(t, s, "guilds", row)); err == nil {
		t.Error("a sealed row passed as the check value")
	}
}

// written is what Seal made of "s3cret" for row under the key of 32 times 0x07
// when the format was laid down. Boxes hold such values, so it must open for ever.
const written = "01bc2b194e86e7a3602220ea9c9a8b48020f31ac05f08d5baa44ed7b98e4328d3841" +
	"734aaabb92876b051fe25bd12696d1669d139e13b0878e5af0602101bdaf99b22a26" +
	"3a747628a1062736b028007167ca3a5be83839ad83387e1eaa9ad3c8737cd2ea70f8" +
	"39"

func writtenValue(t testing.TB) (*seal.Sealer, []byte) {
	t.Helper()
	key, err := seal.ParseKey(strings.Repeat("07", 32))
	if err != nil {
		t.Fatal(err)
	}
	sealed, err := hex.DecodeString(written)
	if err != nil {
		t.Fatal(err)
	}
	return seal.New(key), sealed
}

func TestOpenReadsWhatWasWritten(t *testing.T) {
	t.Parallel()
	s, sealed := writtenValue(t)
	if got, err := s.Open(sealed, row); err != nil || string(got) != "s3cret" {
		t.Errorf("Open = %q, %v", got, err)
	}
}

func FuzzOpen(f *testing.F) {
	s, sealed := writtenValue(f)
	f.Add(sealed, row)
	f.Add(sealed[:seal.Overhead], row)
	f.Add([]byte{1}, "")
	f.Fuzz(func(t *testing.T, b []byte, identity string) {
		got, err := s.Open(b, identity)
		if err == nil && (!bytes.Equal(b, sealed) || identity != row) {
			t.Errorf("forged: %x opened as %q for %q", b, got, identity)
		}
	})
}

func FuzzSealOpens(f *testing.F) {
	s := seal.New(seal.NewKey())
	f.Add([]byte("s3cret"), row)
	f.Add([]byte{}, "a")
	f.Fuzz(func(t *testing.T, plaintext []byte, identity string) {
		sealed, err := s.Seal(plaintext, identity)
		if identity == "" {
			if err == nil {
				t.Error("sealed without an identity")
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.Open(sealed, identity)
		if err != nil || !bytes.Equal(got, plaintext) {
			t.Errorf("Open = %q, %v; want %q", got, err, plaintext)
		}
		if _, err := s.Open(sealed, identity+"/"); err == nil {
			t.Error("opened for another identity")
		}
	})
}
