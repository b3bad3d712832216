package connector_test

import (
	"testing"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
)

func TestVia(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ upstream, base, want string }{
		{"", "https://api.test/v1", "https://api.test/v1"},
		{"http://127.0.0.1:7000", "https://api.test/v1", "http://127.0.0.1:7000/v1"},
		{"http://127.0.0.1:7000/", "https://polygon.api.test/nft/v3", "http://127.0.0.1:7000/nft/v3"},
		{"http://127.0.0.1:7000/all", "https://api.test/v1", "http://127.0.0.1:7000/all"},
	} {
		if got := (connector.Account{Upstream: tt.upstream}).Via(tt.base).Base; got != tt.want {
			t.Errorf("%s via %q is %s; want %s", tt.base, tt.upstream, got, tt.want)
		}
	}
}

func TestNoFilesRefusesWithTheReason(t *testing.T) {
	t.Parallel()
	files := connector.NoFiles("there is no sandbox")
	_, err := files.Read(t.Context(), "a.pdf", 10)
	for _, err := range []error{err, files.Write(t.Context(), "a.pdf", nil)} {
		if guild.CodeOf(err) != guild.CodeUnsupported || err.Error()[:5] != "a.pdf" {
			t.Errorf("the error is %v", err)
		}
	}
}
