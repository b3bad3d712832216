package archtest_test

import (
	"testing"

	"github.com/guildsbox/guilds/internal/archtest"
)

func TestRules(t *testing.T) {
	t.Parallel()
	graph, err := archtest.Load(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, rule := range archtest.Rules {
		t.Run(rule.Name, func(t *testing.T) {
			t.Parallel()
			for _, broken := range rule.Check(graph) {
				t.Errorf("%s\n  (%s: %s)", broken, rule.Name, rule.Reason)
			}
			for _, pattern := range rule.Dead(graph) {
				t.Errorf("the rule speaks of %s, and there is no such package", pattern)
			}
		})
	}
}
