package redact_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/redact"
)

// streamed returns what a stream shows for each piece, and last what it shows at
// its close.
func streamed(set *redact.Set, pieces ...string) []string {
	s := set.Stream()
	var shown []string
	for _, p := range pieces {
		shown = append(shown, s.Write(p))
	}
	return append(shown, s.Close())
}

func TestCase31PiecesOfAStreamAreRedactedTogether(t *testing.T) {
	t.Parallel()
	got := streamed(named("abcdefghij", "cdefgh"), "abcdefgh", "ij", "!")
	if diff := cmp.Diff([]string{"", "", "[redacted:s0]!", ""}, got); diff != "" {
		t.Errorf("shown (-want +got):\n%s", diff)
	}
}

func TestAStreamHoldsBackOnlyWhatMayBecomeASecret(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		value        string
		pieces, want []string
	}{
		"nothing begins":         {"hunter22", []string{"A word, ", "and 99 "}, []string{"A word, ", "and 99 ", ""}},
		"a beginning":            {"hunter22", []string{"my hun", "dred "}, []string{"my ", "hundred ", ""}},
		"a beginning at the end": {"hunter22", []string{"my hunter2"}, []string{"my ", "hunter2"}},
		"the secret":             {"hunter22", []string{"my hunt", "er22", " here "}, []string{"my ", "", "[redacted:s0] here ", ""}},
		"a longer one may come":  {"hunter22", []string{"hunter22 "}, []string{"[redacted:s0] ", ""}},
		"an escape in halves":    {"hunter22", []string{`"\u00`, `68unter22`, `"`}, []string{`"`, "", `[redacted:s0]"`, ""}},
		"no secret's escape":     {"hunter22", []string{`a \`, `n`, ` `}, []string{"a ", `\n`, " ", ""}},
		"base64 and its padding": {"hunter22", []string{"aHVudGVyMjI", "=", "."}, []string{"", "", "[redacted:s0].", ""}},
		"a percent sign":         {"hunter22", []string{"100%", " of it "}, []string{"100", "% of it ", ""}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, streamed(named(tt.value), tt.pieces...)); diff != "" {
				t.Errorf("shown (-want +got):\n%s", diff)
			}
		})
	}
}

func TestAStreamStartsAnewAfterItsClose(t *testing.T) {
	t.Parallel()
	s := named("hunter22").Stream()
	for range 2 {
		if got := s.Write("x hunter") + s.Close(); got != "x hunter" {
			t.Errorf("shown %q", got)
		}
	}
}

func TestAStreamOfNoSecretsShowsEverythingAtOnce(t *testing.T) {
	t.Parallel()
	for name, set := range map[string]*redact.Set{"nil": nil, "empty": redact.New()} {
		if diff := cmp.Diff([]string{`a\`, "%", ""}, streamed(set, `a\`, "%")); diff != "" {
			t.Errorf("%s: shown (-want +got):\n%s", name, diff)
		}
	}
}

// cut cuts text into pieces of random length, most of them short.
func cut(random *rand.Rand, text string) []string {
	var pieces []string
	for text != "" {
		n := min(1+random.IntN(1+random.IntN(24)), len(text))
		pieces = append(pieces, text[:n])
		text = text[n:]
	}
	return pieces
}

// Every form of awkward values, at every possible cut into two and at many random
// ones, shows as Redact of the whole shows it.
func TestAStreamShowsWhatRedactShows(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for _, value := range []string{awkward, "two words+more", "\x01\x02\x03\x04\x05\x06"} {
		set := named(value, "unter22h", "sesame", "words and")
		for name, form := range printed(value) {
			text := "words " + form + ` \` + form
			want := set.Redact(text)
			for i := range len(text) {
				if got := strings.Join(streamed(set, text[:i], text[i:]), ""); got != want {
					t.Fatalf("%q, %s, cut at %d: shown %q, want %q", value, name, i, got, want)
				}
			}
			for range 10 {
				pieces := cut(random, text)
				if got := strings.Join(streamed(set, pieces...), ""); got != want {
					t.Fatalf("%q, %s, cut as %q: shown %q, want %q", value, name, pieces, got, want)
				}
			}
		}
	}
}

// A stream drops what it has shown, and must still read what follows as it would
// with all of it: long enough a text to drop much, in every encoding.
func TestALongStreamShowsWhatRedactShows(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	set := named(awkward, "hunter22", "sesame")
	for name, filler := range benchTexts() {
		var text strings.Builder
		for _, value := range []string{awkward, "hunter22", "sesame"} {
			for _, form := range printed(value) {
				from := random.IntN(len(filler) - 4000)
				text.WriteString(filler[from : from+random.IntN(400)])
				text.WriteString(form)
			}
		}
		got := strings.Join(streamed(set, cut(random, text.String())...), "")
		if diff := cmp.Diff(set.Redact(text.String()), got); diff != "" {
			t.Errorf("%s: shown (-want +got):\n%s", name, diff)
		}
	}
}

// FuzzStream checks, for any text with a secret in it and any cutting, that what a
// stream has shown is at each moment the beginning of what Redact makes of the
// whole, and at its close all of it.
func FuzzStream(f *testing.F) {
	f.Add("abcdeX", "Xvery-hidden", "see abcdeXvery-hidden", uint8(0), uint64(1))
	f.Add(awkward, "hunter22", `{"k":"v\n"}`, uint8(3), uint64(2))
	f.Add("e9abcdef", "nabcdef", `\u00e9abcdef \\nabcdef %6eabcdef`, uint8(12), uint64(3))
	f.Add("abcdef%", "41x/yzz", "abcdef%41x%2fyzz", uint8(1), uint64(4))
	f.Add(`\ud83d\ude`, "zzzzzz", `zzzzz\ud83d\ude00zz=\\\"`, uint8(7), uint64(5))
	f.Fuzz(func(t *testing.T, one, two, text string, form uint8, seed uint64) {
		if len(one)+len(two) > 300 || len(text) > 1500 {
			t.Skip()
		}
		set := named(one, two)
		forms := sorted(printed(one))
		whole := text + forms[int(form)%len(forms)] + text + two
		want := set.Redact(whole)
		random := rand.New(rand.NewPCG(seed, 1))
		s, shown := set.Stream(), ""
		for _, piece := range cut(random, whole) {
			if shown += s.Write(piece); !strings.HasPrefix(want, shown) {
				t.Fatalf("of %q was shown %q; the whole is %q", whole, shown, want)
			}
		}
		if shown += s.Close(); shown != want {
			t.Fatalf("of %q was shown %q; the whole is %q", whole, shown, want)
		}
	})
}

func TestUnion(t *testing.T) {
	t.Parallel()
	one, two := named("hunter22"), redact.New(redact.Secret{Name: "hunter22", Value: "sesame"}, redact.Secret{Name: "again", Value: "hunter22"})
	if got := redact.Union(nil, one, redact.New()); got != one {
		t.Error("the union with nothing is another set")
	}
	if got := redact.Union().Redact("hunter22"); got != "hunter22" {
		t.Errorf("the union of nothing masks: %q", got)
	}
	got := redact.Union(one, nil, two).Redact("hunter22 sesame")
	if got != "[redacted:s0] [redacted:-]" { // the name of sesame is a secret of the other set
		t.Errorf("Redact = %q", got)
	}
}

func BenchmarkStream(b *testing.B) {
	set := redact.New(manySecrets(50)...)
	for _, name := range []string{"text", "nested", "base64"} {
		pieces := cut(rand.New(rand.NewPCG(5, 6)), benchTexts()[name])
		b.Run(name, func(b *testing.B) {
			b.SetBytes(benchSize)
			for b.Loop() {
				streamed(set, pieces...)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(pieces)), "ns/piece")
		})
	}
}
