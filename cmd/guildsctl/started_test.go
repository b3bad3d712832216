package main_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/model/modeltest"
)

// boxEnv is the environment of a daemon that has a state folder and a database, and of
// who speaks to it. more comes after it, and wins.
func boxEnv(dir, database string, m *modeltest.Server, more ...string) []string {
	return append([]string{
		"PATH=" + bin + string(os.PathListSeparator) + os.Getenv("PATH"), "HOME=" + dir,
		"GUILDS_STATE_DIR=" + dir, "GUILDS_SOCKET=" + filepath.Join(dir, "s.sock"), "GUILDS_DATABASE_URL=" + database,
		"GUILDS_LOG_LEVEL=debug", "OPENROUTER_BASE_URL=" + m.OpenRouter(), "OPENROUTER_API_KEY=sk-or-canary",
	}, more...)
}

// guildsd starts a daemon, and returns once it is ready.
func guildsd(t *testing.T, env []string) *process {
	t.Helper()
	cmd := exec.Command(filepath.Join(bin, "guildsd"))
	cmd.Env = env
	p, err := launch(cmd)
	if err == nil {
		err = p.await(func() bool { return strings.Contains(p.out.String(), "ready") })
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// guildsctl does one command, which has to work, and returns what it wrote.
func guildsctl(t *testing.T, env []string, args ...string) string {
	t.Helper()
	cmd := exec.Command(filepath.Join(bin, "guildsctl"), args...)
	cmd.Env = env
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("guildsctl %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}
