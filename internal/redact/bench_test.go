package redact_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/redact"
)

const benchSize = 64 << 10

// manySecrets makes keys as vendors issue them, three in five with a shared prefix.
func manySecrets(n int) []redact.Secret {
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

func repeatTo(size int, text string) string { return strings.Repeat(text, size/len(text)+1)[:size] }

// benchTexts are results without a secret: what a tool prints, JSON with escapes,
// JSON in JSON, URLs, and base64, which is the worst case for the block table.
func benchTexts() map[string]string {
	random := rand.New(rand.NewPCG(3, 4))
	encoded := make([]byte, benchSize)
	for i := range encoded {
		encoded[i] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"[random.IntN(64)]
	}
	return map[string]string{
		"text":   repeatTo(benchSize, "The quick brown fox opened the pull request, and 17 checks ran on main.\n"),
		"json":   repeatTo(benchSize, `{"id":4711,"title":"Fix \"the\" parser","body":"first line\nsecond line","ok":true},`),
		"nested": repeatTo(benchSize, `{"content":[{"type":"text","text":"{\"id\":1,\"title\":\"a \\\"b\\\"\",\"url\":\"https:\\/\\/a.test\"}"}]},`),
		"urls":   repeatTo(benchSize, "https://a.test/search?q=two%20words+and%2Fmore&page=2 "),
		"base64": string(encoded),
	}
}

func BenchmarkRedact(b *testing.B) {
	for _, n := range []int{1, 50, 500} {
		secrets := manySecrets(n)
		set := redact.New(secrets...)
		texts := benchTexts()
		hits := []byte(texts["text"])
		for i := range 5 {
			copy(hits[i*10_000:], secrets[i*n/5].Value)
		}
		texts["5hits"] = string(hits)
		for _, name := range []string{"text", "json", "nested", "urls", "base64", "5hits"} {
			b.Run(fmt.Sprintf("secrets=%d/%s", n, name), func(b *testing.B) {
				b.SetBytes(benchSize)
				for b.Loop() {
					set.Redact(texts[name])
				}
			})
		}
	}
}

func BenchmarkNew(b *testing.B) {
	for _, n := range []int{1, 50, 500} {
		secrets := manySecrets(n)
		b.Run(fmt.Sprintf("secrets=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				redact.New(secrets...)
			}
		})
	}
}
