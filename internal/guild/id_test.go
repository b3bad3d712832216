package guild_test

import (
	"slices"
	"testing"

	"github.com/guildsbox/guilds/internal/guild"
)

func TestIDs(t *testing.T) {
	t.Parallel()
	var ids []guild.ID
	for range 100 {
		ids = append(ids, guild.NewID())
	}
	if !slices.IsSorted(ids) {
		t.Error("ids made later do not sort later")
	}
	want := ids[0]
	for _, form := range []string{string(want), "urn:uuid:" + string(want), "{" + string(want) + "}"} {
		if got, err := guild.ParseID(form); err != nil || got != want {
			t.Errorf("ParseID(%q) = %q, %v; want %q", form, got, err, want)
		}
	}
	if _, err := guild.ParseID("acme"); guild.CodeOf(err) != guild.CodeInvalid {
		t.Errorf("a slug is read as an id: %v", err)
	}
}
