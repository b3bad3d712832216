package postgres_test

import (
	"encoding/json"
	"testing"

	"github.com/guildsbox/guilds/internal/record"
)

func (s shop) search(t testing.TB, query string) string {
	t.Helper()
	found, err := s.SearchRecords(t.Context(), []record.Collection{s.orders}, record.Search{Query: query})
	if err != nil {
		t.Fatal(err)
	}
	return skus(t, found)
}

func TestSearchRecords(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	s.add(t, `{"sku":"a1","title":"Blue garden chair","tags":["wood"]}`)
	s.add(t, `{"sku":"b2","title":"Blue lamp","price":12.5,"due":"2026-03-01T12:00:00Z"}`)
	s.add(t, `{"sku":"c3","title":"wooden table, 50%","tags":["gardening"]}`)
	for query, want := range map[string]string{
		"BLUE":           "b2 a1",
		"wood":           "a1 c3", // as a word of its own first
		"arden":          "c3 a1", // within a word
		"gardan":         "",      // never fuzzy
		"blue chair":     "a1",
		"chair wood":     "a1", // over columns
		"blue -lamp":     "a1",
		"table or lamp":  "c3 b2",
		`"garden chair"`: "a1",
		`"chair garden"`: "",
		"gard chair":     "", // words are whole
		"12.5":           "b2",
		"2026-03-01":     "b2",
		"50%":            "c3",
		"%":              "c3",
		"-":              "",
	} {
		if got := s.search(t, query); got != want {
			t.Errorf("search %q: %q, want %q", query, got, want)
		}
	}
}

func TestSearchOverCollectionsAndWithWhere(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	notes := s.collection(t, "acme/research", "notes", record.Columns{{Name: "sku", Type: record.Text}})
	s.add(t, `{"sku":"a","title":"blue chair","status":"open"}`)
	s.add(t, `{"sku":"b","title":"blue chair","status":"done"}`)
	if _, err := s.AddRecord(t.Context(), notes.ID, json.RawMessage(`{"sku":"blue chair"}`)); err != nil {
		t.Fatal(err)
	}
	found, err := s.SearchRecords(t.Context(), []record.Collection{s.orders, notes}, record.Search{Query: "blue chair"})
	if err != nil || len(found) != 3 || found[0].Collection != "notes" || found[1].Collection != "orders" {
		t.Errorf("over two collections: %+v (%v)", found, err)
	}
	where, err := record.ParseWhere(s.orders.Columns, map[string]json.RawMessage{"status": json.RawMessage(`"done"`)})
	if err != nil {
		t.Fatal(err)
	}
	found, err = s.SearchRecords(t.Context(), []record.Collection{s.orders}, record.Search{Query: "chair", Where: where})
	if err != nil || skus(t, found) != "b" {
		t.Errorf("with a where: %+v (%v)", found, err)
	}
}
