package tool_test

import (
	"encoding/json"
	"testing"

	"github.com/guildsbox/guilds/internal/redact"
	"github.com/guildsbox/guilds/internal/tool"
)

func TestKept(t *testing.T) {
	t.Parallel()
	set := redact.New(redact.Secret{Name: "pin", Value: "12345678"})
	for _, tt := range []struct{ name, args, want string }{
		{"none", "", "{}"},
		{"null", "null", "{}"},
		{"without a secret", `{"a":1.50}`, `{"a":1.50}`},
		{"a secret in a string", `{"a":"x 12345678"}`, `{"a":"x [redacted:pin]"}`},
		{"a secret in the place of a number", `{"a":12345678}`, `"{\"a\":[redacted:pin]}"`},
		{"no JSON", "not json", `"not json"`},
		{"what cannot be stored", "a\x00b\xff", `"a�b�"`},
	} {
		got, err := tool.Kept(set, json.RawMessage(tt.args))
		if err != nil || string(got) != tt.want {
			t.Errorf("%s: %s (%v); want %s", tt.name, got, err, tt.want)
		}
	}
}

func TestSecretsIn(t *testing.T) {
	t.Parallel()
	one := tool.Tool{Spec: tool.Spec{Name: "secret_store", Secrets: []string{"value"}}}
	for _, tt := range []struct{ args, text, want string }{
		{`{"name":"api","value":"hunter22"}`, "stored hunter22 as api", "stored [redacted:secret_store.value] as api"},
		{`{"value":7}`, "hunter22", "hunter22"},
		{`not json`, "hunter22", "hunter22"},
		{``, "hunter22", "hunter22"},
	} {
		if got := one.SecretsIn(json.RawMessage(tt.args)).Redact(tt.text); got != tt.want {
			t.Errorf("%s: %q; want %q", tt.args, got, tt.want)
		}
	}
	if set := (tool.Tool{}).SecretsIn(json.RawMessage(`{"value":"hunter22"}`)); set.Redact("hunter22") != "hunter22" {
		t.Error("a tool without secret arguments masks one")
	}
}
