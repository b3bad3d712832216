package artifact_test

import (
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/artifact"
	"github.com/guildsbox/guilds/internal/guild"
)

func TestCheckNote(t *testing.T) {
	t.Parallel()
	full := strings.Repeat("x", artifact.MaxNote)
	if path, err := artifact.CheckNote("guild", "plan.md", full); err != nil || path.String() != "guild/plan.md" {
		t.Errorf("a note of the greatest size: %v, %v", path, err)
	}
	_, err := artifact.CheckNote("team", "a/b", full+"\x00")
	if guild.CodeOf(err) != guild.CodeInvalid {
		t.Fatalf("got %v; want the code invalid", err)
	}
	for _, want := range []string{
		`level: "team" is not a level`, "key: the key holds a slash", "key: the key does not end in .md",
		"content: the content holds the character NUL", "content: the content has 65537 bytes; a note holds at most 65536",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("it does not say %q:\n%v", want, err)
		}
	}
}

func TestWrittenSaysWhatHappened(t *testing.T) {
	t.Parallel()
	path := artifact.Path{Level: guild.Agent, Key: "plan.md"}
	before := 7
	if got := (artifact.Written{Path: path, After: 12}).String(); got != "created agent/plan.md (12 bytes)" {
		t.Errorf("got %q", got)
	}
	if got := (artifact.Written{Path: path, Before: &before, After: 12}).String(); got != "replaced agent/plan.md (12 bytes, before 7)" {
		t.Errorf("got %q", got)
	}
}

// The limit of the memory counts characters and not bytes.
func TestCheckMemory(t *testing.T) {
	t.Parallel()
	full := strings.Repeat("é", artifact.MaxMemory)
	if err := artifact.CheckMemory(full); err != nil {
		t.Errorf("a memory of the greatest length: %v", err)
	}
	if err := artifact.CheckMemory(""); err != nil {
		t.Errorf("an empty memory: %v", err)
	}
	for _, bad := range []string{full + "é", "a\x00b", "a\xffb"} {
		if err := artifact.CheckMemory(bad); guild.CodeOf(err) != guild.CodeInvalid {
			t.Errorf("a memory of %d bytes: %v", len(bad), err)
		}
	}
	if err := artifact.CheckMemory(full + "é"); !strings.Contains(err.Error(), "12001 characters; the whole memory holds at most 12000") {
		t.Errorf("got %v", err)
	}
}
