package postgres

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/guildsbox/guilds/internal/guild"
)

// minMajor is the oldest PostgreSQL that the schema is written for.
const minMajor = 15

// neededPrograms are the server programs that a cluster is run with.
var neededPrograms = []string{"initdb", "pg_ctl", "postgres"}

// binaries is one installation of the PostgreSQL server.
type binaries struct {
	dir   string
	major int
}

func (b binaries) path(program string) string { return filepath.Join(b.dir, program) }

// binaryDirs lists the folders where server programs may be, best first: those of
// PATH, the distributions' own (Debian, then PGDG's rpm) from the newest release
// on, and the one that pg_config names.
func binaryDirs(ctx context.Context) []string {
	var dirs []string
	if path, err := exec.LookPath("postgres"); err == nil {
		dirs = append(dirs, filepath.Dir(path))
	}
	for _, pattern := range []string{"/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin"} {
		found, _ := filepath.Glob(pattern) // fails only for a malformed pattern
		slices.SortFunc(found, func(a, b string) int { return firstNumber(b) - firstNumber(a) })
		dirs = append(dirs, found...)
	}
	if out, err := exec.CommandContext(ctx, "pg_config", "--bindir").Output(); err == nil {
		dirs = append(dirs, strings.TrimSpace(string(out)))
	}
	return dirs
}

var digits = regexp.MustCompile(`\d+`)

func firstNumber(s string) int {
	n, _ := strconv.Atoi(digits.FindString(s)) // 0 where there is none
	return n
}

// findBinaries returns the first whole installation in dirs that can run the
// cluster. want is the major release that made the cluster's files, which no
// other can read, or 0 for a cluster that is to be made.
func findBinaries(ctx context.Context, dirs []string, want int) (binaries, error) {
	var seen []string
	for _, dir := range dirs {
		major, err := serverMajor(ctx, dir)
		if err != nil {
			continue
		}
		if major == want || want == 0 && major >= minMajor {
			return binaries{dir: dir, major: major}, nil
		}
		seen = append(seen, fmt.Sprintf("%d in %s", major, dir))
	}
	return binaries{}, errNoBinaries(seen, want)
}

// serverMajor returns the major release of the server in dir, and an error where
// dir does not hold all of the needed programs.
func serverMajor(ctx context.Context, dir string) (int, error) {
	for _, program := range neededPrograms {
		if _, err := os.Stat(filepath.Join(dir, program)); err != nil {
			return 0, err
		}
	}
	out, err := exec.CommandContext(ctx, filepath.Join(dir, "postgres"), "--version").Output()
	return firstNumber(string(out)), err
}

func errNoBinaries(seen []string, want int) error {
	found := "none was found"
	if len(seen) > 0 {
		found = "found only " + strings.Join(slices.Compact(seen), ", ")
	}
	if want != 0 {
		return guild.Errorf(guild.CodeUnavailable,
			"the box's database was made by PostgreSQL %d, and its server programs are needed to run it: %s", want, found).
			WithHint("apt-get install postgresql-%d, or move the data to a newer server with pg_dump and set database_url", want)
	}
	return guild.Errorf(guild.CodeUnavailable,
		"the server programs of PostgreSQL %d or newer (%s) are needed: %s in PATH, /usr/lib/postgresql/*/bin, /usr/pgsql-*/bin or where pg_config points",
		minMajor, strings.Join(neededPrograms, ", "), found).
		WithHint("apt-get install postgresql (Debian, Ubuntu) or dnf install postgresql-server postgresql-contrib (Fedora), or set database_url to use another server")
}
