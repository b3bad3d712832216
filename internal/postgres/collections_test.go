package postgres_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/record"
)

var oneColumn = record.Columns{{Name: "sku", Type: record.Text}}

func TestANameIsOneTableInTheOrganisation(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	_, err := s.AddCollection(t.Context(), record.Collection{ID: guild.NewID(), Name: "orders", ScopeID: s.tree["acme/ops"].ID, Columns: oneColumn})
	if guild.CodeOf(err) != guild.CodeConflict || !strings.Contains(err.Error(), "orders") {
		t.Errorf("a second orders in a guild of acme: %v", err)
	}
}

func TestReach(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	own := s.collection(t, "acme/research", "own", oneColumn)
	scout, clerk := s.tree["acme/research/scout"], s.tree["acme/ops/clerk"]
	reach := func(agent guild.Scope) string {
		found, err := s.Reach(t.Context(), agent, "")
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, r := range found {
			all = append(all, r.Name+" "+string(r.Access))
		}
		return strings.Join(all, ", ")
	}
	grant := func(c record.Collection, to string, access record.Access) {
		if err := s.PutGrant(t.Context(), c.ID, s.tree[to].ID, access); err != nil {
			t.Fatal(err)
		}
	}
	check := func(when, wantScout, wantClerk string) {
		t.Helper()
		if got := reach(scout); got != wantScout {
			t.Errorf("%s the scout reaches %q, want %q", when, got, wantScout)
		}
		if got := reach(clerk); got != wantClerk {
			t.Errorf("%s the clerk reaches %q, want %q", when, got, wantClerk)
		}
	}
	check("at first", "own write", "")
	grant(s.orders, "acme/research", record.Read)
	check("with the guild's read", "orders read, own write", "")
	grant(s.orders, "acme/research/scout", record.Write)
	check("with its own write", "orders write, own write", "")
	grant(s.orders, "acme/research/scout", record.None)
	grant(own, "acme/research/scout", record.Read)
	check("kept out", "own read", "")
	grant(s.orders, "acme/ops", record.Write)
	check("with the other guild's write", "own read", "orders write")
	if err := s.DeleteGrant(t.Context(), s.orders.ID, scout.ID); err != nil {
		t.Fatal(err)
	}
	check("as its guild again", "orders read, own read", "orders write")
	grants, err := s.Grants(t.Context(), s.orders.ID)
	if err != nil {
		t.Fatal(err)
	}
	want := []record.Grant{
		{Scope: "acme/ops", ScopeID: s.tree["acme/ops"].ID, Access: record.Write},
		{Scope: "acme/research", ScopeID: s.tree["acme/research"].ID, Access: record.Read},
	}
	if diff := cmp.Diff(want, grants); diff != "" {
		t.Errorf("grants (-want +got):\n%s", diff)
	}
	if one, err := s.Reach(t.Context(), clerk, "own"); err != nil || len(one) != 0 {
		t.Errorf("another guild's table is reached by name: %+v (%v)", one, err)
	}
}

func TestCollectionsAtAScope(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	s.collection(t, "acme/research", "own", oneColumn)
	for at, want := range map[string]string{"acme": "orders own", "acme/research": "orders own", "acme/ops": "orders", "acme/research/scout": "orders own", "platform": "orders own"} {
		found, err := s.Collections(t.Context(), s.tree[at].ID)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, c := range found {
			names = append(names, c.Name)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("at %s: %s, want %s", at, got, want)
		}
	}
}

// However a collection goes, nothing of it stays.
func TestACollectionGoesWithItsTable(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	s.collection(t, "acme/research", "own", oneColumn)
	s.add(t, `{"sku":"a"}`)
	tables := func() int { return query1[int](t, s.DB, `select count(*) from pg_tables where schemaname = 'records'`) }
	went, err := s.DeleteScope(t.Context(), s.tree["acme/research"].ID, false)
	if err != nil || !cmp.Equal(went.Collections, []string{"own at acme/research (0 records)"}) || tables() != 1 {
		t.Errorf("deleting the guild took %q (%v) and left %d tables", went.Collections, err, tables())
	}
	went, err = s.DeleteScope(t.Context(), s.tree["acme"].ID, true)
	if err != nil || !cmp.Equal(went.Collections, []string{"orders at acme (1 records)"}) || tables() != 1 {
		t.Errorf("the dry run says %q (%v) and left %d tables", went.Collections, err, tables())
	}
	if err := s.DeleteCollection(t.Context(), s.orders.ID); err != nil || tables() != 0 {
		t.Errorf("deleting the collection: %v; %d tables are left", err, tables())
	}
	if err := s.DeleteCollection(t.Context(), s.orders.ID); guild.CodeOf(err) != guild.CodeNotFound {
		t.Errorf("deleting it again: %v", err)
	}
}
