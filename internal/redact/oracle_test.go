package redact_test

import (
	"encoding/base64"
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
)

// What follows says once more, slowly and by other means than the package, which
// texts hold a value.

var (
	jsonEscape    = regexp.MustCompile(`\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\["\\/bfnrt]`)
	percentEscape = regexp.MustCompile(`%[0-9a-fA-F]{2}`)
	plusOrPercent = regexp.MustCompile(`\+|%[0-9a-fA-F]{2}`)
	wrappedLine   = regexp.MustCompile(`([A-Za-z0-9+/_-]{60})\r?\n([A-Za-z0-9+/_-])`)
)

func unJSON(text string) string {
	return jsonEscape.ReplaceAllStringFunc(text, func(e string) string {
		var s string
		if json.Unmarshal([]byte(`"`+e+`"`), &s) != nil || s == "\uFFFD" && !strings.EqualFold(e, `\ufffd`) {
			return e
		}
		return s
	})
}

func unPercent(escape *regexp.Regexp) func(string) string {
	return func(text string) string {
		return escape.ReplaceAllStringFunc(text, func(e string) string {
			if e == "+" {
				return " "
			}
			c, err := strconv.ParseUint(e[1:], 16, 8)
			if err != nil {
				panic(err)
			}
			return string([]byte{byte(c)})
		})
	}
}

func unwrap(text string) string {
	for {
		joined := wrappedLine.ReplaceAllString(text, "$1$2")
		if joined == text {
			return text
		}
		text = joined
	}
}

// readings returns text and what it says after up to two decodings.
func readings(text string) []string {
	all, last := []string{text}, []string{text}
	for range 2 {
		var next []string
		for _, t := range last {
			for _, decode := range []func(string) string{unJSON, unPercent(percentEscape), unPercent(plusOrPercent), unwrap} {
				if d := decode(t); d != t {
					next = append(next, d)
				}
			}
		}
		all, last = append(all, next...), next
	}
	return all
}

// holds reports whether text shows value as it stands or in base64, in any reading.
func holds(text, value string) bool {
	for _, t := range readings(text) {
		if strings.Contains(t, value) {
			return true
		}
		for _, inner := range innerBase64(value) {
			if strings.Contains(t, inner) {
				return true
			}
		}
	}
	return false
}

// innerBase64 encodes value between all-zero and between all-one neighbours: the
// characters that stay the same are the value's own.
func innerBase64(value string) []string {
	var all []string
	for _, encoding := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		for shift := range 3 {
			zeros, ones := strings.Repeat("\x00", shift), strings.Repeat("\xff", shift)
			a := encoding.EncodeToString([]byte(zeros + value + "\x00\x00\x00"))
			b := encoding.EncodeToString([]byte(ones + value + "\xff\xff\xff"))
			from := 0
			for from < len(a) && a[from] != b[from] {
				from++
			}
			to := from
			for to < len(a) && a[to] == b[to] {
				to++
			}
			all = append(all, a[from:to])
		}
	}
	return all
}
