package connection

import (
	"os/exec"
	"strings"
	"syscall"

	"github.com/guildsbox/guilds/internal/cli/app"
)

// open opens a browser at an address, and reports whether it could. It does so
// only for a person who sits at this machine's screen: a browser that opens on the
// far end of an SSH session is seen by nobody.
func open(a *app.App, address string) bool {
	remote := a.Env("SSH_CONNECTION") + a.Env("SSH_CLIENT") + a.Env("SSH_TTY")
	screen := a.Env("DISPLAY") + a.Env("WAYLAND_DISPLAY")
	if !a.Interactive() || remote != "" || screen == "" {
		return false
	}
	for _, program := range append(strings.Split(a.Env("BROWSER"), ":"), "xdg-open") {
		if command := browser(program, address); command != nil && command.Start() == nil {
			go func() { _ = command.Wait() }() // how a browser ends says nothing of the login
			return true
		}
	}
	return false
}

// browser returns the command for one entry of the variable BROWSER, in which %s
// stands for the address; without it the address comes last. It is nil for an
// empty entry.
func browser(program, address string) *exec.Cmd {
	words := strings.Fields(program)
	if len(words) == 0 {
		return nil
	}
	if !strings.Contains(program, "%s") {
		words = append(words, "%s")
	}
	for i := range words[1:] {
		words[i+1] = strings.ReplaceAll(words[i+1], "%s", address)
	}
	command := exec.Command(words[0], words[1:]...)
	// An interrupt from the keyboard is for guildsctl alone.
	command.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	return command
}
