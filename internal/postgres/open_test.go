package postgres_test

import (
	"context"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/postgres"
	"github.com/guildsbox/guilds/internal/postgres/pgtest"
)

func TestOpenSetsUpConnections(t *testing.T) {
	t.Parallel()
	db, err := postgres.Open(t.Context(), pgtest.URL(t), postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	for sql, want := range map[string]string{
		"show application_name": "guildsd",
		"show timezone":         "UTC", // the server's own is Asia/Kathmandu
	} {
		if got := query1[string](t, db, sql); got != want {
			t.Errorf("%s gave %q, want %q", sql, got, want)
		}
	}
	got := query1[time.Time](t, db, "select '2026-01-01 05:45:00+05:45'::timestamptz")
	if want := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC); got != want {
		t.Errorf("the time came back as %v, want %v", got, want)
	}
}

func TestOpenRefuses(t *testing.T) {
	t.Parallel()
	// A port that was free a moment ago; nothing listens there.
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody := l.Addr().String()
	l.Close()

	tests := map[string]struct {
		url  string
		code guild.Code
		want string
	}{
		"not an address":   {"postgres://guilds:hunter2@[::1", guild.CodeInvalid, "postgres://USER:PASSWORD"},
		"odd keyword list": {"host=x password='hunter2", guild.CodeInvalid, "postgres://USER:PASSWORD"},
		"nobody listens":   {"postgres://guilds:hunter2@" + nobody + "/guilds?sslmode=disable", guild.CodeUnavailable, nobody},
		"wrong password":   {strings.Replace(pgtest.URL(t), "guilds:", "guilds:hunter2", 1), guild.CodeUnavailable, "password authentication failed"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := postgres.Open(t.Context(), tt.url, postgres.Options{})
			if guild.CodeOf(err) != tt.code || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("Open: %s: %v; want %s with %q", guild.CodeOf(err), err, tt.code, tt.want)
			}
			if err != nil && strings.Contains(err.Error(), "hunter2") {
				t.Errorf("the error tells the password: %v", err)
			}
		})
	}
}

func TestPingOfAStoppedServer(t *testing.T) {
	t.Parallel()
	c := startCluster(t, clusterDir(t))
	db := open(t, c)
	if err := c.Stop(context.Background()); err != nil {
		t.Fatal(err)
	}
	if err := db.Ping(t.Context()); guild.CodeOf(err) != guild.CodeUnavailable {
		t.Errorf("Ping: %s: %v; want unavailable", guild.CodeOf(err), err)
	}
}
