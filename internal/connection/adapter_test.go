package connection_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/connection"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/rest"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/postgres"
	"github.com/guildsbox/guilds/internal/tool"
)

// careless is a made-up service with an adapter: it answers /me, and everything else
// with the path and the key, as a careless service does. refuse is the status that
// it answers instead, where that is not 0.
type careless struct{ refuse atomic.Int64 }

func (l *careless) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	status := int(l.refuse.Load())
	if r.Header.Get("X-Key") != canary {
		status = http.StatusUnauthorized
	}
	if status != 0 {
		w.WriteHeader(status)
		_, _ = w.Write([]byte("no to " + r.Header.Get("X-Key"))) // the client has gone if this fails
		return
	}
	_ = json.NewEncoder(w).Encode(map[string]string{"name": "Ada\x00", "echo": r.URL.Path + " " + r.Header.Get("X-Key")})
}

var ledgerAPI = rest.API{
	Name:       "Ledger",
	Credential: func(a connector.Account) http.Header { return http.Header{"X-Key": {a.Fields["token"]}} },
}

type answer struct{ Name, Echo string }

func ledgerConnector() connector.Connector {
	return connector.Connector{
		Slug: "ledger", Name: "Ledger", URL: "https://ledger.test/v1", Auth: connector.AuthToken,
		Fields:     []connector.Field{{Name: "token", Label: "API key", Secret: true}},
		DefaultOff: []string{"post"},
		Check: func(ctx context.Context, a connector.Account) (string, error) {
			var me answer
			return me.Name, ledgerAPI.Get(ctx, a, rest.At("/me"), nil, &me)
		},
		Tools: func(a connector.Account) []tool.Tool {
			return []tool.Tool{
				tool.New(tool.Spec{Name: "read", Doc: "Reads.", Schema: `{"type":"object","properties":{"id":{"type":"string"}},"required":["id"]}`},
					func(ctx context.Context, _ *tool.Call, args struct {
						ID string `json:"id"`
					},
					) (string, error) {
						var got answer
						return got.Echo, ledgerAPI.Get(ctx, a, rest.At("/rows/{id}", args.ID), nil, &got)
					}),
				tool.New(tool.Spec{Name: "post", Doc: "Posts.", Schema: `{"type":"object"}`},
					func(ctx context.Context, _ *tool.Call, _ struct{}) (string, error) {
						_, err := a.Files.Read(ctx, "x.pdf", 1)
						return "", err
					}),
			}
		},
	}
}

// newAdapterBox returns a box with the adapter, and the service that it reaches.
func newAdapterBox(t *testing.T) (*box, *careless, connector.Server) {
	t.Helper()
	b, service := newBox(t, ledgerConnector()), &careless{}
	listening := httptest.NewServer(service)
	t.Cleanup(listening.Close)
	b.logins.HTTP = func(bool) *http.Client { return http.DefaultClient }
	b.logins.Upstream = func(string) (string, bool) { return listening.URL, true }
	return b, service, b.seeded(t, "ledger")
}

func TestAnAdapterIsConnected(t *testing.T) {
	t.Parallel()
	b, _, row := newAdapterBox(t)
	c := b.connect(t, row)
	if c.Status != connection.Connected || c.AccountHint != "Ada\uFFFD" || c.Tools != 2 {
		t.Errorf("the login is %+v", c)
	}
	if diff := cmp.Diff([]string{"ledger_post", "ledger_read"}, b.names(t, c.ID)); diff != "" {
		t.Errorf("tools (-want +got):\n%s", diff)
	}
	_, listed, err := b.db.LoginWithTool(t.Context(), c.ID, "ledger_read")
	if err != nil || !strings.Contains(string(listed.InputSchema), `"id"`) {
		t.Errorf("the stored schema is %s (%v)", listed.InputSchema, err)
	}
	overlays, err := b.db.Bindings(t.Context(), b.acme.ID, "")
	if err != nil {
		t.Fatal(err)
	}
	off := slices.ContainsFunc(overlays, func(o postgres.BindingRow) bool { return o.CatalogID == "ledger_post" && !o.Enabled })
	if !off {
		t.Errorf("no overlay switches ledger_post off: %+v", overlays)
	}
}

func TestARejectedKeyChangesNothing(t *testing.T) {
	t.Parallel()
	b, _, row := newAdapterBox(t)
	_, err := b.logins.Connect(t.Context(), row, b.acme, nil, connection.Form{Fields: token("another-key-1234")})
	wantCode(t, err, guild.CodeRejected, "Ledger: the credential is not accepted (HTTP 401): no to [redacted:ledger]")
	if left := b.all(t); len(left) > 0 {
		t.Errorf("logins: %+v", left)
	}
}

func TestAnAdapterIsCalled(t *testing.T) {
	t.Parallel()
	b, service, row := newAdapterBox(t)
	c := b.connect(t, row)
	if r := b.call(t, c.ID, "ledger_read", `{"id":"a/b"}`); r.Failed || r.Result != "/v1/rows/a/b [redacted:ledger]" {
		t.Errorf("the result is %+v", r)
	}
	if r := b.call(t, c.ID, "read", `{"id":""}`); !r.Failed || !strings.Contains(r.Result, "cannot be the id") {
		t.Errorf("the result is %+v", r)
	}
	if r := b.call(t, c.ID, "read", `{}`); !r.Failed || !strings.Contains(r.Result, "do not fit") {
		t.Errorf("the result is %+v", r)
	}
	if r := b.call(t, c.ID, "post", ``); !r.Failed || r.Result != "ERROR: x.pdf cannot be read: there is no sandbox here" {
		t.Errorf("the result is %+v", r)
	}
	service.refuse.Store(http.StatusForbidden)
	if r := b.call(t, c.ID, "read", `{"id":"1"}`); !r.Failed || !strings.Contains(r.Result, "(HTTP 403): no to [redacted:ledger]") {
		t.Errorf("the result is %+v", r)
	}
	if now := b.read(t, c.ID); now.Status != connection.Connected {
		t.Errorf("after HTTP 403 the login is %s", now.Status)
	}
}

func TestAnAdapterWhoseKeyIsOverIsDisconnected(t *testing.T) {
	t.Parallel()
	for name, ask := range map[string]func(*box, *testing.T, guild.ID){
		"by a call": func(b *box, t *testing.T, id guild.ID) {
			if r := b.call(t, id, "read", `{"id":"1"}`); !r.Failed || !strings.Contains(r.Result, "HTTP 401") {
				t.Errorf("the result is %+v", r)
			}
		},
		"by a sync": func(b *box, t *testing.T, id guild.ID) {
			wantCode(t, b.logins.Sync(t.Context(), id), guild.CodeRejected, "HTTP 401")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, service, row := newAdapterBox(t)
			c := b.connect(t, row)
			service.refuse.Store(http.StatusUnauthorized)
			ask(b, t, c.ID)
			now := b.read(t, c.ID)
			if now.Status != connection.Disconnected || strings.Contains(now.ListError, canary) {
				t.Errorf("the login is %+v", now)
			}
			if b.log.holds(canary) {
				t.Error("the log holds the key")
			}
		})
	}
}

func TestInvokeLeavesStampAndRecordToTheCaller(t *testing.T) {
	t.Parallel()
	b, _, row := newAdapterBox(t)
	c := b.connect(t, row)
	b.logins.Store = unrecorded{b.logins.Store}
	in, err := b.logins.Invoke(t.Context(), connection.Call{Connection: c.ID, Tool: "read", Arguments: json.RawMessage(`{"id":"1"}`)})
	if err != nil || in.Result.Text != "/v1/rows/1 "+canary || in.Tool.Name != "ledger_read" || in.Connection.ID != c.ID {
		t.Errorf("the invocation is %+v (%v)", in, err)
	}
	if got := in.Secrets.Redact(in.Result.Text); got != "/v1/rows/1 [redacted:ledger]" {
		t.Errorf("its secrets make of it %q", got)
	}
}

// unrecorded is a store that takes no call on record.
type unrecorded struct{ connection.Store }

func (unrecorded) RecordCall(context.Context, connection.CallRecord) error {
	return errors.New("a call was written down")
}
