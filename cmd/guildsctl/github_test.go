package main_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/guildsbox/guilds/internal/githubapp/githubtest"
	"github.com/guildsbox/guilds/pkg/api"
)

// githubCommand controls a GitHub on the loopback address, on which ada reaches the
// accounts acme and globex:
//
//	github start CALLBACK            GITHUB_URL is its address; the App's callback is at CALLBACK
//	github install ACCOUNT NAME...   install the App there, with new repositories
//	github suspend ACCOUNT           the account suspends what was installed last
//	github visit ACCOUNT [refuse | setup]
//	                                 what ada does next: install there; refuse consent;
//	                                 or install, and GitHub sends no code
//	github browse ADDRESS            follow an address to its end as ada, choosing the
//	                                 account where it is asked for, and write what stands there
//	github canary                    canary with every credential that it gave out or was shown
//	github discarded                 fails where a user token still serves
func githubCommand(ts *testscript.TestScript, neg bool, args []string) {
	s := of(ts)
	switch args[0] {
	case "start":
		s.startGitHub(ts, args[1])
	case "install":
		s.installation = s.github.Install(args[1], args[2:]...)
	case "suspend":
		s.github.Suspend(s.installation, true)
	case "visit":
		s.account = args[1]
		how := strings.Join(args[2:], "")
		s.github.Browse(githubtest.Browser{User: "ada", Account: s.account, Refuses: how == "refuse", SetupOnly: how == "setup"})
	case "browse":
		page, err := s.browseGitHub(args[1])
		ts.Check(err)
		fmt.Fprint(ts.Stdout(), page)
	case "canary":
		var lines []string
		for _, secret := range s.github.Secrets() {
			lines = append(lines, strings.Split(strings.TrimSpace(secret), "\n")...)
		}
		canaryCommand(ts, neg, lines)
	case "discarded":
		if live := s.github.LiveUserTokens(); live != 0 {
			ts.Fatalf("%d user tokens still serve", live)
		}
	default:
		ts.Fatalf("github does not know %s", args[0])
	}
}

// startGitHub sets the variables of the box's App for the daemon.
func (s *script) startGitHub(ts *testscript.TestScript, callback string) {
	s.github = githubtest.Start("http://" + callback + api.CompleteLogin.Path)
	s.github.AddUser("ada", "acme", "globex")
	for name, value := range s.github.Environment() {
		ts.Setenv(name, strings.ReplaceAll(strings.TrimSpace(value), "\n", `\n`))
	}
	ts.Setenv("GITHUB_URL", s.github.URL)
}

var accountButton = regexp.MustCompile(`<button name="choice" value="([^"]*)">([^<]*)`)

func (s *script) browseGitHub(address string) (string, error) {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return "", err
	}
	browser := &http.Client{Jar: jar}
	resp, err := browser.Get(address)
	page, err := whole(resp, err)
	for _, button := range accountButton.FindAllStringSubmatch(page, -1) {
		if button[2] == s.account {
			resp, err := browser.PostForm(resp.Request.URL.String(), url.Values{
				"state": {resp.Request.URL.Query().Get("state")}, "choice": {button[1]},
			})
			return whole(resp, err)
		}
	}
	return page, err
}

// whole is the status of an answer, and what stands in it.
func whole(resp *http.Response, err error) (string, error) {
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	page, err := io.ReadAll(resp.Body)
	return fmt.Sprintf("%s\n%s", resp.Status, page), err
}
