package connection_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/mcpclient/mcptest"
	"github.com/guildsbox/guilds/internal/postgres"
)

// startReal starts a real server that takes the canary alone.
func startReal(t testing.TB, o mcptest.Options) (*mcptest.Server, string) {
	t.Helper()
	o.Header, o.Value = "Authorization", "Bearer "+canary
	s := mcptest.New(o)
	url := s.Start()
	t.Cleanup(s.Close)
	return s, url
}

func TestConnect(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	_, url := startReal(t, mcptest.Options{})
	row := b.server(t, url)
	got := b.connect(t, row)
	if got.Status != connection.Connected || got.Scope != "acme" || got.FreshUntil.Sub(*got.ListedAt) != connection.FreshFor {
		t.Errorf("the login is %+v", got)
	}
	want := []string{"tools_add", "tools_big", "tools_echo", "tools_fail", "tools_image", "tools_leak", "tools_slow"}
	if diff := cmp.Diff(want, b.names(t, got.ID)); diff != "" {
		t.Errorf("tools (-want +got):\n%s", diff)
	}
	stored, err := b.db.Login(t.Context(), got.ID)
	if err != nil || len(stored.Sealed) == 0 || bytes.Contains(stored.Sealed, []byte(canary)) {
		t.Errorf("the credential is stored as %q (%v)", stored.Sealed, err)
	}
	_, err = b.logins.Connect(t.Context(), row, b.acme, &got, connection.Form{Fields: token(canary)})
	wantCode(t, err, guild.CodeConflict, "already connected")
}

func TestConnectRefusesARejectedKey(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	f, url := startFake(t, plainTool("one"))
	f.set(func(f *fake) { f.refusal, f.said = 401, `{"message":"no account has `+canary+`"}` })
	row := b.server(t, url)
	_, err := b.logins.Connect(t.Context(), row, b.acme, nil, connection.Form{Fields: token(canary)})
	wantCode(t, err, guild.CodeRejected, "no account has [redacted")
	if rows, err := b.db.Connections(t.Context(), postgres.ConnectionFilter{}); err != nil || len(rows) != 0 {
		t.Errorf("a refused key left %v (%v)", rows, err)
	}
	if b.log.holds(canary) {
		t.Error("the log shows the credential")
	}
}

func TestConnectRefusesADeadServer(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	s := mcptest.New(mcptest.Options{})
	url := s.Start()
	s.Close()
	_, err := b.logins.Connect(t.Context(), b.server(t, url), b.acme, nil, connection.Form{Fields: token(canary)})
	wantCode(t, err, guild.CodeUnavailable)
}

func TestConnectRefusesWithoutAskingTheServer(t *testing.T) {
	t.Parallel()
	b := newBox(t, connector.Connector{Slug: "later", Name: "Later", URL: "https://later.test", Auth: connector.AuthOAuth, Unbuilt: "it comes later"})
	f, url := startFake(t)
	row := b.server(t, url)
	platform := guild.Scope{ID: guild.PlatformID, Path: "platform", Chain: []guild.ID{guild.PlatformID}}
	for _, tt := range []struct {
		name   string
		row    connector.Server
		scope  guild.Scope
		fields map[string]string
		code   guild.Code
		words  []string
	}{
		{"not built", b.seeded(t, "later"), b.acme, token(canary), guild.CodeUnsupported, []string{"it comes later"}},
		{"the platform", row, platform, token(canary), guild.CodeDenied, []string{"reserved"}},
		{"no token", row, b.acme, nil, guild.CodeInvalid, []string{"fields.token"}},
		{"every problem at once", row, b.acme, map[string]string{"token": canary + "\n", "other": "x"}, guild.CodeInvalid, []string{"fields.token", "fields.other"}},
		{"a token that cannot be redacted", row, b.acme, token("short"), guild.CodeInvalid, []string{"at least 6 bytes"}},
	} {
		_, err := b.logins.Connect(t.Context(), tt.row, tt.scope, nil, connection.Form{Fields: tt.fields})
		t.Log(tt.name)
		wantCode(t, err, tt.code, tt.words...)
	}
	if _, _, keys := f.seen(); len(keys) != 0 {
		t.Errorf("the server was sent %q", keys)
	}
}

func TestConcurrentConnectsHaveOneWinner(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	_, url := startFake(t, plainTool("one"))
	row := b.server(t, url)
	errs := make(chan error)
	const callers = 8
	connectAll := func(existing *connection.Connection) {
		t.Helper()
		for range callers {
			go func() {
				_, err := b.logins.Connect(t.Context(), row, b.acme, existing, connection.Form{Fields: token(canary)})
				errs <- err
			}()
		}
		won := 0
		for range callers {
			if err := <-errs; err == nil {
				won++
			} else if guild.CodeOf(err) != guild.CodeConflict {
				t.Errorf("a connect that lost: %v; want a conflict", err)
			}
		}
		if won != 1 {
			t.Errorf("%d connects won; want 1", won)
		}
	}
	connectAll(nil)
	rows, err := b.db.Connections(t.Context(), postgres.ConnectionFilter{})
	if err != nil || len(rows) != 1 {
		t.Fatalf("there are the logins %v (%v)", rows, err)
	}
	if err := b.db.MarkDisconnected(t.Context(), rows[0].ID, 1); err != nil {
		t.Fatal(err)
	}
	existing := b.read(t, rows[0].ID)
	connectAll(&existing)
	if n := b.pool.Len(); n != 0 {
		t.Errorf("%d sessions of attempts are still open", n)
	}
}

func TestConnectAsksWhatTheProductDeclares(t *testing.T) {
	t.Parallel()
	f, url := startFake(t, plainTool("ping"))
	seeds := []connector.Connector{
		{
			Slug: "strict", Name: "Strict", URL: url, Auth: connector.AuthToken, Fields: []connector.Field{{Name: "token", Label: "Key", Secret: true}},
			Header: connector.Header{Name: "Authorization", Scheme: "Bearer"},
			Accept: func(names []string) error {
				if cmp.Equal(names, []string{"ping"}) {
					return guild.Errorf(guild.CodeRejected, "the list shows that the key is no good")
				}
				return nil
			},
			Probe: &connector.Probe{Tool: "ping", Arguments: `{"q":1}`, Refused: func(text string, failed bool) bool { return text != "done" }},
		},
	}
	b := newBox(t, seeds...)
	row := b.seeded(t, "strict")
	_, err := b.logins.Connect(t.Context(), row, b.acme, nil, connection.Form{Fields: token(canary)})
	wantCode(t, err, guild.CodeRejected, "the list shows")

	f.set(func(f *fake) {
		f.listed = append(f.listed, plainTool("more"))
		f.call = func(json.RawMessage) string { return text("invalid key " + canary) }
	})
	_, err = b.logins.Connect(t.Context(), row, b.acme, nil, connection.Form{Fields: token(canary)})
	wantCode(t, err, guild.CodeRejected, "Strict refuses the key: invalid key [redacted:strict]")

	f.set(func(f *fake) { f.call = func(json.RawMessage) string { return text("done") } })
	b.connect(t, row)
	if _, calls, _ := f.seen(); !cmp.Equal(calls, []string{`{"q":1}`, `{"q":1}`}) {
		t.Errorf("the probe was sent %q", calls)
	}
}

// A session that is still open for the former credential must not answer for the
// new one, or a wrong key would be taken for a good one.
func TestRenewalTriesTheNewCredential(t *testing.T) {
	t.Parallel()
	b := newBox(t)
	f, url := startFake(t, plainTool("one"))
	row := b.server(t, url)
	c := b.connect(t, row)
	b.call(t, c.ID, "one", "{}") // opens a session
	if err := b.db.MarkDisconnected(t.Context(), c.ID, 1); err != nil {
		t.Fatal(err)
	}
	existing := b.read(t, c.ID)
	renewed, err := b.logins.Connect(t.Context(), row, b.acme, &existing, connection.Form{Fields: token("another-key")})
	if err != nil || renewed.ID != c.ID {
		t.Fatalf("the renewed login is %v (%v); want %s", renewed, err, c.ID)
	}
	_, _, keys := f.seen()
	if last := keys[len(keys)-1]; last != "Bearer another-key" {
		t.Errorf("the server was last sent %q", last)
	}
	before := len(keys)
	b.call(t, c.ID, "one", "{}")
	_, _, keys = f.seen()
	// A session of its own: initialize and its notice come before the call.
	if got := keys[before:]; len(got) != 3 || slices.ContainsFunc(got, func(key string) bool { return key != "Bearer another-key" }) {
		t.Errorf("for a call on the renewed login the server was sent %q", got)
	}
}
