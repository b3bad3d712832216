package postgres_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/postgres"
)

// installation makes a folder with the server programs of a major release.
func installation(t *testing.T, major int, programs ...string) string {
	t.Helper()
	dir := t.TempDir()
	script := fmt.Sprintf("#!/bin/sh\necho 'postgres (PostgreSQL) %d.3 (Debian 1)'\n", major)
	for _, name := range programs {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestFindBinaries(t *testing.T) {
	t.Parallel()
	all := []string{"initdb", "pg_ctl", "postgres"}
	old, pg15, pg17 := installation(t, 14, all...), installation(t, 15, all...), installation(t, 17, all...)
	client := installation(t, 17, "pg_ctl", "postgres")
	none := filepath.Join(t.TempDir(), "none")

	tests := map[string]struct {
		dirs    []string
		want    int
		dir     string
		wantErr string
	}{
		"the first that is new enough": {dirs: []string{none, client, old, pg17, pg15}, dir: pg17},
		"the one that made the files":  {dirs: []string{pg17, pg15}, want: 15, dir: pg15},
		"an old one for its own files": {dirs: []string{pg17, old}, want: 14, dir: old},
		"nothing":                      {dirs: []string{none, client}, wantErr: "none was found"},
		"too old":                      {dirs: []string{old}, wantErr: "found only 14 in " + old},
		"not the one that made them":   {dirs: []string{pg17}, want: 15, wantErr: "was made by PostgreSQL 15"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := postgres.FindBinaries(t.Context(), tt.dirs, tt.want)
			if tt.wantErr == "" {
				if err != nil || got.Dir() != tt.dir {
					t.Errorf("found %q, %v; want %q", got.Dir(), err, tt.dir)
				}
				return
			}
			if guild.CodeOf(err) != guild.CodeUnavailable || !strings.Contains(err.Error(), tt.wantErr) {
				t.Errorf("error %v; want one with %q", err, tt.wantErr)
			}
		})
	}
}

func TestBinaryDirsHoldAServer(t *testing.T) {
	t.Parallel()
	if _, err := postgres.FindBinaries(t.Context(), postgres.BinaryDirs(t.Context()), 0); err != nil {
		t.Error(err)
	}
}
