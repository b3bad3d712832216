package main_test

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/guildsbox/guilds/internal/model/modeltest"
)

// modelCommand controls OpenRouter and DeepInfra on the loopback address:
//
//	model FILE.json [KEY...] play the scripts of the file, as modeltest.PlayFile reads it;
//	                         OPENROUTER_BASE_URL and DEEPINFRA_BASE_URL are its addresses,
//	                         at which other keys are refused, where any is named
//	model held GATE          wait until an answer waits at the gate
//	model release GATE       let it go on, and all that come after it
//	model requests N         fails unless it was asked for N turns
//	[!] model received TEXT  fails unless the text stands in what it was sent
//	[!] model offered TOOL   fails unless the last request offered the tool
//	model bodies             write what it was sent, a request a line
//	model faults             fails where a request did not fit what the providers take
func modelCommand(ts *testscript.TestScript, neg bool, args []string) {
	s := of(ts)
	if strings.HasSuffix(args[0], ".json") {
		ts.Check(s.playModel(ts, args[0], args[1:]))
		return
	}
	switch args[0] {
	case "held":
		ts.Check(within(s.model.Held(args[1])))
	case "release":
		s.model.Release(args[1])
	case "requests":
		want, err := strconv.Atoi(args[1])
		ts.Check(err)
		if got := len(s.model.Requests()); got != want {
			ts.Fatalf("the model was asked for %d turns, want %d", got, want)
		}
	case "received":
		if s.model.Received(args[1]) == neg {
			ts.Fatalf("whether the model received %q: %t", args[1], neg)
		}
	case "offered":
		asked := s.model.Requests()
		if len(asked) == 0 || asked[len(asked)-1].Offers(args[1]) == neg {
			ts.Fatalf("of %d requests, whether the last offers %s: %t", len(asked), args[1], neg)
		}
	case "bodies":
		for _, r := range s.model.Requests() {
			fmt.Fprintf(ts.Stdout(), "%s\n", r.Body)
		}
	case "faults":
		if faults := s.model.Faults(); len(faults) > 0 {
			ts.Fatalf("%s", strings.Join(faults, "\n"))
		}
	default:
		ts.Fatalf("model does not know %s", args[0])
	}
}

// playModel starts the server where there is none.
func (s *script) playModel(ts *testscript.TestScript, file string, keys []string) (err error) {
	if len(keys) == 0 {
		keys = nil // any is taken
	}
	if s.model == nil {
		if s.model, err = modeltest.Open(modeltest.Options{Keys: keys}); err != nil {
			return err
		}
		ts.Setenv("OPENROUTER_BASE_URL", s.model.OpenRouter())
		ts.Setenv("DEEPINFRA_BASE_URL", s.model.DeepInfra())
	}
	return s.model.PlayFile([]byte(ts.ReadFile(file)))
}
