package daemon_test

import (
	"slices"
	"testing"

	"github.com/guildsbox/guilds/internal/daemon"
	"github.com/guildsbox/guilds/internal/native"
)

// The native tools are offered in the order of the tables, each once, and none that
// no table names.
func TestNativesAreInTheOrderOfTheTables(t *testing.T) {
	t.Parallel()
	table := slices.Concat(native.Bindable(), native.Unbound())
	last := -1
	for _, one := range daemon.Natives(nil) {
		at := slices.Index(table, one.Name)
		if at <= last {
			t.Errorf("%s has the place %d in the tables, after %d", one.Name, at, last)
		}
		last = at
	}
}
