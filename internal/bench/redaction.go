package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/guildsbox/guilds/internal/redact"
)

// redacted is the length of the text: the platform's byte cap on a result.
const redacted = 64 << 10

// texts are results without a secret, of the two kinds that tools print most.
var texts = []struct{ name, line string }{
	{"text", "The quick brown fox opened the pull request, and 17 checks ran on main.\n"},
	{"json", `{"id":4711,"title":"Fix \"the\" parser","body":"first line\nsecond line","ok":true},`},
}

// measureRedaction tells how fast results pass, with few and with many secrets,
// each of them searched for in all its forms.
func measureRedaction(ctx context.Context, b *bench) error {
	for _, n := range []int{1, 50, 500} {
		secrets := keys(n)
		set := redact.New(secrets...)
		for _, t := range texts {
			clean := strings.Repeat(t.line, redacted/len(t.line)+1)[:redacted]
			b.redaction(fmt.Sprintf("redaction/%d-secrets/%s/no-hit", n, t.name), set, clean, n == 500 && t.name == "text")
			if hit := withHits(clean, secrets); t.name == "text" {
				b.redaction(fmt.Sprintf("redaction/%d-secrets/%s/5-hits", n, t.name), set, hit, false)
			}
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// redaction measures one text, in turns with copying it. How often a text is
// copied in the time depends on the processor's caches, so that ratio says how far
// redaction is from free, and the speed is what has an aim.
func (b *bench) redaction(name string, set *redact.Set, text string, isAim bool) {
	to := make([]byte, len(text))
	var redacting, copying []float64
	for range b.rounds(8) {
		redacting = append(redacting, megabytesPerSecond(len(text), func() { set.Redact(text) }))
		copying = append(copying, megabytesPerSecond(len(text), func() { copy(to, text) }))
	}
	speed := median(redacting)
	if isAim {
		b.add(aimed(name, speed, "MB/s", ">", 300))
	} else {
		b.add(told(name, speed, "MB/s"))
	}
	b.add(told(name+"/to-copying", paired(copying, redacting, ratio), "x the time"))
}

// megabytesPerSecond repeats f, which reads size bytes, for a while. The seconds
// are those of the processor, since f waits for nothing: a busy machine makes the
// clock's seconds say more of its other programs than of f.
func megabytesPerSecond(size int, f func()) float64 {
	const (
		span = 40 * time.Millisecond
		lot  = 32 // copying takes no longer than asking for the time
	)
	start := ownProcessorTime()
	for n := lot; ; n += lot {
		for range lot {
			f()
		}
		if used := ownProcessorTime() - start; used >= span {
			return float64(size*n) / 1e6 / used.Seconds()
		}
	}
}

// keys makes keys as vendors issue them, three in five with a prefix that others
// share. They are the same in every run.
func keys(n int) []redact.Secret {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	random := rand.New(rand.NewPCG(1, 2))
	prefixes := []string{"sk-proj-", "ghp_", "xoxb-", "", ""}
	secrets := make([]redact.Secret, n)
	for i := range secrets {
		value := []byte(prefixes[i%len(prefixes)])
		for range 20 + random.IntN(25) {
			value = append(value, letters[random.IntN(len(letters))])
		}
		secrets[i] = redact.Secret{Name: fmt.Sprintf("key-%d", i), Value: string(value)}
	}
	return secrets
}

// withHits returns text with five of the secrets in it, at even distances.
func withHits(text string, secrets []redact.Secret) string {
	out := []byte(text)
	for i := range 5 {
		copy(out[i*len(text)/5:], secrets[i*len(secrets)/5].Value)
	}
	return string(out)
}
