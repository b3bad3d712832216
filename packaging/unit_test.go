// Package packaging_test checks what the deb and rpm packages bring beside the
// programs: the systemd unit and the example of the configuration.
package packaging_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// maxExposure bounds what systemd-analyze security counts, in tenths: 0 is a service
// that can do nothing, 100 one without any restriction.
const maxExposure = "14"

// promises are the lines of the unit that systemd does not count as hardening, and
// that guildsd or its operators rely on.
var promises = []string{
	"Type=notify",
	"NotifyAccess=main",
	"User=guilds",
	"Group=guilds",
	"StateDirectory=guilds",
	"StateDirectoryMode=0700",
	"RuntimeDirectory=guilds",
	"RuntimeDirectoryMode=0750",
	"LoadCredential=master-key:guilds.master-key",
	"Restart=on-failure",
	"WatchdogSec=60",
	"KillMode=mixed",
	"UMask=0077",
	"TimeoutStopSec=90", // above the default of shutdown_timeout
	"SystemCallFilter=@chown",
}

func TestUnitKeepsItsPromises(t *testing.T) {
	t.Parallel()
	lines := "\n" + readUnit(t)
	for _, promise := range promises {
		if !strings.Contains(lines, "\n"+promise+"\n") {
			t.Errorf("the unit lacks %s", promise)
		}
	}
	if strings.Contains(lines, "\nPrivateUsers=") {
		t.Error("the unit has PrivateUsers=, under which guildsd cannot tell who connects")
	}
}

func TestUnitIsValid(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(unit string) string{
		"as shipped":           func(unit string) string { return unit },
		"with the drop-in":     func(unit string) string { return unit + "\n" + read(t, "encrypted-key.conf") },
		"with a misspelt line": func(unit string) string { return unit + "\n[Service]\nProtectSystme=yes\n" },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out, err := analyze(t, change(readUnit(t)), "verify", "--man=no")
			complaint := err != nil || strings.Contains(out, "guildsd.service")
			if want := name == "with a misspelt line"; complaint != want {
				t.Errorf("systemd-analyze verify: %v\n%s", err, out)
			}
		})
	}
}

func TestUnitIsHardened(t *testing.T) {
	t.Parallel()
	out, err := analyze(t, readUnit(t), "security", "--offline=true", "--no-pager", "--threshold="+maxExposure)
	if err != nil {
		t.Errorf("the unit is exposed more than %s tenths: %v\n%s", maxExposure, err, out)
	}
}

// TestWeakerUnitIsNoticed takes single lines away: each must be more than the bound
// allows.
func TestWeakerUnitIsNoticed(t *testing.T) {
	t.Parallel()
	for _, setting := range []string{
		"CapabilityBoundingSet", "NoNewPrivileges", "PrivateDevices", "PrivateMounts", "PrivateTmp", "ProtectHome",
		"ProtectKernelModules", "ProtectProc", "ProtectSystem", "RestrictAddressFamilies", "RestrictNamespaces",
		"RestrictSUIDSGID", "SystemCallFilter", "User",
	} {
		t.Run(setting, func(t *testing.T) {
			t.Parallel()
			line := regexp.MustCompile(`(?m)^` + setting + `=.*\n`)
			if unit := readUnit(t); !line.MatchString(unit) {
				t.Error("the unit has no such line")
			} else if out, err := analyze(t, line.ReplaceAllString(unit, ""), "security", "--offline=true", "--no-pager", "--threshold="+maxExposure); err == nil {
				t.Errorf("without it the unit passes all the same\n%s", out)
			}
		})
	}
}

// analyze runs systemd-analyze on a unit whose program is there.
func analyze(t *testing.T, unit string, args ...string) (string, error) {
	t.Helper()
	program, err := exec.LookPath("systemd-analyze")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("%v; scripts/deps test installs it", err)
		}
		t.Skip("systemd-analyze is not installed; scripts/deps test installs it")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "guildsd.service")
	unit = strings.ReplaceAll(unit, "/usr/bin/guildsd", self)
	if err := os.WriteFile(path, []byte(unit), 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(program, append(args, path)...).CombinedOutput()
	return string(out), err
}

func readUnit(t *testing.T) string { return read(t, "guildsd.service") }

func read(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}
