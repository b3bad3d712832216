package connector_test

import (
	"errors"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
)

func TestIsDefaultOff(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		patterns []string
		name     string
		want     bool
	}{
		"no patterns":                {nil, "send_message", false},
		"whole name":                 {[]string{"create_file"}, "create_file", true},
		"a name is not a prefix":     {[]string{"send"}, "send_message", false},
		"a name is not a suffix":     {[]string{"swap"}, "uniswap_swap", false},
		"second pattern":             {[]string{"create_file", "copy_file"}, "copy_file", true},
		"star at both ends":          {[]string{"*send*"}, "draft_send_now", true},
		"star stands for nothing":    {[]string{"*send*"}, "send", true},
		"star without the word":      {[]string{"*send*"}, "create_draft", false},
		"case of the name":           {[]string{"*send*"}, "messagesSendBatch", true},
		"case of the pattern":        {[]string{"*SEND*"}, "send_message", true},
		"star runs over a slash":     {[]string{"*send*"}, "users/messages/send", true},
		"star runs over a dot":       {[]string{"*send*"}, "gmail.users.send", true},
		"empty name":                 {[]string{"create_file"}, "", false},
		"a broken pattern hits none": {[]string{"[", "create_file"}, "create_file", true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := connector.IsDefaultOff(tt.patterns, tt.name); got != tt.want {
				t.Errorf("IsDefaultOff(%q, %q) = %v, want %v", tt.patterns, tt.name, got, tt.want)
			}
		})
	}
}

func TestHeaderCarry(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		header connector.Header
		want   http.Header
	}{
		"with a scheme":       {connector.Header{Name: "Authorization", Scheme: "Bearer"}, http.Header{"Authorization": {"Bearer key-123"}}},
		"bare":                {connector.Header{Name: "X-Token"}, http.Header{"X-Token": {"key-123"}}},
		"name made canonical": {connector.Header{Name: "X-API-KEY"}, http.Header{"X-Api-Key": {"key-123"}}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, tt.header.Carry("key-123")); diff != "" {
				t.Errorf("%+v.Carry (-want +got):\n%s", tt.header, diff)
			}
		})
	}
}

// sixBytes stands for the rule on secrets, which CheckFields is handed.
func sixBytes(value string) error {
	if len(value) < 6 {
		return errors.New("shorter than 6 bytes")
	}
	return nil
}

func TestCheckFields(t *testing.T) {
	t.Parallel()
	form := []connector.Field{
		{Name: "key", Label: "API key", Secret: true},
		{Name: "region", Label: "Region"},
		{Name: "extra", Label: "Extra key", Secret: true, Optional: true},
	}
	tests := map[string]struct {
		values map[string]string
		want   []guild.Problem
	}{
		"filled in":               {map[string]string{"key": "k-123456", "region": "eu", "extra": "e-123456"}, nil},
		"optional left out":       {map[string]string{"key": "k-123456", "region": "eu"}, nil},
		"optional empty":          {map[string]string{"key": "k-123456", "region": "eu", "extra": ""}, nil},
		"only secrets are judged": {map[string]string{"key": "k-123456", "region": "e"}, nil},
		"secret refused": {
			map[string]string{"key": "k", "region": "eu"},
			[]guild.Problem{{Path: "fields.key", Message: "shorter than 6 bytes"}},
		},
		"optional secret refused": {
			map[string]string{"key": "k-123456", "region": "eu", "extra": "e"},
			[]guild.Problem{{Path: "fields.extra", Message: "shorter than 6 bytes"}},
		},
		"every problem at once": {
			map[string]string{"region": "", "extra": "e", "token": "t-123456"},
			[]guild.Problem{
				{Path: "fields.key", Message: "API key is required"},
				{Path: "fields.region", Message: "Region is required"},
				{Path: "fields.extra", Message: "shorter than 6 bytes"},
				{Path: "fields.token", Message: "this connector has no such field"},
			},
		},
		"no values": {
			nil,
			[]guild.Problem{
				{Path: "fields.key", Message: "API key is required"},
				{Path: "fields.region", Message: "Region is required"},
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := connector.CheckFields(form, tt.values, sixBytes)
			if tt.want == nil {
				if err != nil {
					t.Fatalf("CheckFields refused good values: %v", err)
				}
				return
			}
			var refused *guild.Error
			if !errors.As(err, &refused) || refused.Code != guild.CodeInvalid {
				t.Fatalf("CheckFields = %v, want an error of the code %s", err, guild.CodeInvalid)
			}
			if diff := cmp.Diff(tt.want, refused.Problems); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
		})
	}
}

func TestCheckFieldsOfAFormWithoutFields(t *testing.T) {
	t.Parallel()
	if err := connector.CheckFields(nil, nil, sixBytes); err != nil {
		t.Errorf("no fields and no values: %v", err)
	}
	if err := connector.CheckFields(nil, map[string]string{"token": "t-123456"}, sixBytes); err == nil {
		t.Error("a value for a form without fields was taken")
	}
}
