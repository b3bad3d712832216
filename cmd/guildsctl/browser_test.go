package main_test

import (
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/guildsbox/guilds/internal/oauth/oauthtest"
	"github.com/guildsbox/guilds/pkg/api"
)

// serviceCommand controls MCP servers whose logins are made in a browser, each with
// a real authorization server:
//
//	service start NAME          NAME_URL is its address
//	service expire NAME         it takes the token that it has now no longer
//	service revoke NAME         the login's owner ends it there
//	service refreshes NAME N    fails unless the token was refreshed N times
//	service canary NAME         canary for every secret that it ever gave out
func serviceCommand(ts *testscript.TestScript, neg bool, args []string) {
	s := of(ts)
	name := args[1]
	service := s.services[name]
	switch args[0] {
	case "start":
		service, err := oauthtest.Start(oauthtest.Options{})
		ts.Check(err)
		if s.services == nil {
			s.services = map[string]*oauthtest.Service{}
		}
		s.services[name] = service
		ts.Setenv(strings.ToUpper(name)+"_URL", service.URL)
	case "expire":
		sent := service.Bearers()
		spent := "Bearer " + sent[len(sent)-1]
		service.Refuse(func(w http.ResponseWriter, r *http.Request) bool {
			return r.Header.Get("Authorization") == spent && service.Unauthorized(w, r)
		})
	case "revoke":
		ts.Check(service.Revoke())
	case "refreshes":
		want, err := strconv.Atoi(args[2])
		ts.Check(err)
		if got := service.Count("refresh_token"); got != want {
			ts.Fatalf("the token was refreshed %d times, want %d", got, want)
		}
	case "canary":
		canaryCommand(ts, neg, service.Given())
	default:
		ts.Fatalf("service does not know %s", args[0])
	}
}

// browserCommand follows a login as an operator's browser does, and writes the page
// on which it ends to standard output:
//
//	browser URL             log in and consent
//	browser URL decline     decline
func browserCommand(ts *testscript.TestScript, _ bool, args []string) {
	end, err := oauthtest.Follow(args[0], api.CompleteLogin.Path, len(args) > 1 && args[1] == "decline")
	ts.Check(err)
	resp, err := http.Get(end.String())
	ts.Check(err)
	defer resp.Body.Close()
	_, err = io.Copy(ts.Stdout(), resp.Body)
	ts.Check(err)
}

// pendingCommand waits until a scope has a login that is pending.
func pendingCommand(ts *testscript.TestScript, _ bool, args []string) {
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); {
		ts.Check(ts.Exec("guildsctl", "connection", "list", "--at", args[0], "--json=status"))
		if strings.Contains(ts.ReadFile("stdout"), `"pending"`) {
			return
		}
	}
	ts.Fatalf("%s has no pending login", args[0])
}
