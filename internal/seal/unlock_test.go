package seal_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/seal"
)

func checkOf(t *testing.T, key seal.Key) []byte {
	t.Helper()
	check, err := seal.New(key).CheckValue()
	if err != nil {
		t.Fatal(err)
	}
	return check
}

func TestUnlock(t *testing.T) {
	t.Parallel()
	a, b := mustParse(t, hexA), mustParse(t, hexB)
	tests := map[string]struct {
		current, staged string // the key files; empty for none
		value           string
		check           []byte
		want            seal.Key
		wantErr         string
	}{
		"first start, no key":             {wantErr: "there is no master key"},
		"first start, key given":          {value: hexA, want: a},
		"key fits":                        {current: hexA, check: checkOf(t, a), want: a},
		"key given fits":                  {value: hexB, current: hexA, check: checkOf(t, b), want: b},
		"key lost":                        {check: checkOf(t, a), wantErr: "the master key is missing"},
		"key replaced":                    {current: hexB, check: checkOf(t, a), wantErr: "sealed with another master key"},
		"rotation cut before the commit":  {current: hexA, staged: hexB, check: checkOf(t, a), want: a},
		"rotation cut after the commit":   {current: hexA, staged: hexB, check: checkOf(t, b), want: b},
		"staged key fits no more":         {current: hexA, staged: hexB, check: checkOf(t, mustParse(t, hexC)), wantErr: "does not open this database"},
		"a staged key is not for a value": {value: hexA, staged: hexB, check: checkOf(t, b), wantErr: "GUILDS_MASTER_KEY does not open"},
		"check value damaged":             {current: hexA, check: []byte("x"), wantErr: "cut short"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if tt.current != "" {
				write(t, filepath.Join(dir, "master.key"), tt.current, 0o600)
			}
			if tt.staged != "" {
				write(t, filepath.Join(dir, "master.key.new"), tt.staged, 0o600)
			}
			src := seal.Sources{Value: tt.value, StateDir: dir}
			for range 2 { // a second start comes to the same end
				got, err := seal.Unlock(src, tt.check)
				if tt.wantErr != "" {
					if err == nil || !strings.Contains(err.Error(), tt.wantErr) {
						t.Fatalf("Unlock: %v; want an error with %q", err, tt.wantErr)
					}
					continue
				}
				if err != nil || got.Key != tt.want {
					t.Fatalf("Unlock gave key %s, %v; want %s", got.Key.ID(), err, tt.want.ID())
				}
			}
		})
	}
}

func TestRotationOfKeyFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	old, err := seal.CreateKeyFile(dir)
	if err != nil {
		t.Fatal(err)
	}
	next, err := seal.StageKeyFile(dir)
	if err != nil || next == old {
		t.Fatalf("StageKeyFile gave the old key, or %v", err)
	}
	if again, err := seal.StageKeyFile(dir); err != nil || again != next {
		t.Errorf("staging again replaced the staged key, or %v", err)
	}
	if found, err := seal.FindKey(seal.Sources{StateDir: dir}); err != nil || found.Key != old {
		t.Errorf("staging changed the current key, or %v", err)
	}
	if err := seal.PromoteKeyFile(dir); err != nil {
		t.Fatal(err)
	}
	if found, err := seal.FindKey(seal.Sources{StateDir: dir}); err != nil || found.Key != next {
		t.Errorf("the promoted key is not current, or %v", err)
	}
	if err := seal.PromoteKeyFile(dir); err == nil {
		t.Error("a second promotion passed with nothing staged")
	}
}

func TestUnlockKeepsErrNoKey(t *testing.T) {
	t.Parallel()
	if _, err := seal.Unlock(seal.Sources{StateDir: t.TempDir()}, nil); !errors.Is(err, seal.ErrNoKey) {
		t.Errorf("Unlock: %v; want ErrNoKey, which lets the first start make a key", err)
	}
}
