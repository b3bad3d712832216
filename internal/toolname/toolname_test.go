package toolname_test

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/toolname"
)

var legal = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

func TestNames(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("long-", 20)
	tests := []struct {
		name, slug string
		remote     []string
		want       map[string]string
	}{
		{"plain", "notion", []string{"search", "API-get-user"}, map[string]string{
			"search": "notion_search", "API-get-user": "notion_API-get-user",
		}},
		{"dots", "cat", []string{"docs.read"}, map[string]string{"docs.read": "cat_docs_read"}},
		{"case 26", "s", []string{"_5g_query", "9lives", "ns/sub", "a:b", "naïve"}, map[string]string{
			"_5g_query": "s__5g_query", "9lives": "s_9lives", "ns/sub": "s_ns_sub", "a:b": "s_a_b", "naïve": "s_na_ve",
		}},
		{"not UTF-8", "s", []string{"a\xff\xfeb"}, map[string]string{"a\xff\xfeb": "s_a__b"}},
		{"exactly 64", "s", []string{strings.Repeat("a", 62)}, map[string]string{
			strings.Repeat("a", 62): "s_" + strings.Repeat("a", 62),
		}},
		{"65 is cut", "s", []string{strings.Repeat("a", 63)}, map[string]string{
			strings.Repeat("a", 63): "s_" + strings.Repeat("a", 53) + "_" + "HASH",
		}},
		{"long slug", strings.Repeat("s", 63), []string{"a", "b"}, map[string]string{
			"a": strings.Repeat("s", 55) + "_HASH", "b": strings.Repeat("s", 55) + "_HASH",
		}},
		{"long names stay apart", "s", []string{long + "a", long + "b"}, map[string]string{
			long + "a": ("s_" + long)[:55] + "_HASH", long + "b": ("s_" + long)[:55] + "_HASH",
		}},
		{"repeated and empty", "s", []string{"a", "", "a"}, map[string]string{"a": "s_a"}},
		{"none", "s", nil, map[string]string{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := toolname.Names(tt.slug, tt.remote)
			seen := map[string]bool{}
			for remote, offered := range got {
				if !legal.MatchString(offered) || seen[offered] {
					t.Errorf("%q is offered as %q, which is not legal or not alone", remote, offered)
				}
				seen[offered] = true
				if strings.HasSuffix(tt.want[remote], "_HASH") {
					got[remote] = offered[:len(offered)-8] + "HASH"
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestCase25NamesThatClash(t *testing.T) {
	t.Parallel()
	remote := []string{"q.a", "q_a", "q/a", "other"}
	want := toolname.Names("cat", remote)
	if want["other"] != "cat_other" {
		t.Errorf("a name that clashes with none is offered as %q", want["other"])
	}
	// A server that names a third tool like the hashed form of the first gains
	// nothing: the third is hashed as well, the first keeps its name.
	lookalike := strings.TrimPrefix(want["q.a"], "cat_")
	remote = append(remote, lookalike)
	want = toolname.Names("cat", remote)
	if len(want) != len(remote) {
		t.Errorf("%d of %d tools are offered: %v", len(want), len(remote), want)
	}
	for range 20 {
		rand.Shuffle(len(remote), func(i, j int) { remote[i], remote[j] = remote[j], remote[i] })
		if diff := cmp.Diff(want, toolname.Names("cat", remote)); diff != "" {
			t.Fatalf("another listing order changed the names (-want +got)\n%s", diff)
		}
	}
}

func FuzzNamesAreLegalAndDistinct(f *testing.F) {
	f.Add("cat", "q.a", "q_a", "naïve")
	f.Add("s", strings.Repeat("x", 70), strings.Repeat("x", 71), "")
	f.Fuzz(func(t *testing.T, slug, a, b, c string) {
		seen := map[string]bool{}
		for remote, offered := range toolname.Names(slug, []string{a, b, c}) {
			if !legal.MatchString(offered) || seen[offered] || remote == "" {
				t.Fatalf("%q is offered as %q", remote, offered)
			}
			seen[offered] = true
		}
	})
}
