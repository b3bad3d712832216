package postgres

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/guildsbox/guilds/internal/record"
)

// How many records a search looks at. Ranking every hit of a common word takes most
// of a second in a million records, so a bounded number of them is ranked: those
// among the newest changes, and where these are not enough, the first that an index
// finds. An index takes long over what is common and the newest changes over what is
// rare, so a few of them tell which it is.
const (
	newestLooked = 150
	oftenHit     = 2    // so many hits among them are worth a look at more
	moreLooked   = 1500 // of the newest changes
	hitsRanked   = 1000
)

// ranked is a hit of a search.
type ranked struct {
	record.Record
	rank float32
}

// SearchRecords returns the records of some collections that hold what is searched,
// best first, record.SearchLimit at most. Conditions need a single collection.
func (db *DB) SearchRecords(ctx context.Context, in []record.Collection, search record.Search) ([]record.Record, error) {
	var hits []ranked
	for _, c := range in {
		found, err := db.searchTable(ctx, tableOf(c), search)
		if err != nil {
			return nil, explainRecords(err, c)
		}
		hits = append(hits, found...)
	}
	slices.SortFunc(hits, better)
	records := []record.Record{}
	for _, hit := range hits[:min(len(hits), record.SearchLimit)] {
		records = append(records, hit.Record)
	}
	return records, nil
}

// better puts a higher rank first, then the newer change.
func better(a, b ranked) int {
	return cmp.Or(cmp.Compare(b.rank, a.rank), b.UpdatedAt.Compare(a.UpdatedAt), cmp.Compare(b.ID, a.ID))
}

// searchTable looks among the newest changes, and then by an index.
func (db *DB) searchTable(ctx context.Context, t table, search record.Search) ([]ranked, error) {
	hits, err := db.searchNewest(ctx, t, search, newestLooked)
	if err == nil && len(hits) >= oftenHit && len(hits) < record.SearchLimit {
		hits, err = db.searchNewest(ctx, t, search, moreLooked)
	}
	if err != nil || len(hits) >= record.SearchLimit {
		return hits, err
	}
	more, err := queryUnder(ctx, db, onlyBitmaps, t.byIndex(search), t.asRanked)
	for _, hit := range more {
		if !slices.ContainsFunc(hits, func(h ranked) bool { return h.ID == hit.ID }) {
			hits = append(hits, hit)
		}
	}
	return hits, err
}

func (db *DB) searchNewest(ctx context.Context, t table, search record.Search, looked int) ([]ranked, error) {
	s := t.amongNewest(search, looked)
	rows, err := db.pool.Query(apart(ctx), s.sql, s.mode()...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, t.asRanked)
}

// onlyBitmaps keeps the planner from reading a table row by row until a limit is
// met. It does so for words that it takes for common, and would read all of it for
// two of them that never stand together.
const onlyBitmaps = `
select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true)`

func (t table) asRanked(row pgx.CollectableRow) (hit ranked, err error) {
	hit.Record, _, err = t.scan(row, &hit.rank)
	return hit, err
}

// match is what a hit has to hold, and how it is ranked: a single token stands
// anywhere in the text, and first where it is a word of its own; words are those of
// the grammar of web searches.
func (s *statement) match(search record.Search) (match, rank string) {
	if token, single := search.Token(); single {
		part := s.arg("%" + likeText.Replace(token) + "%")
		return "search ilike " + part, fmt.Sprintf("(words @@ plainto_tsquery('simple', %s))::int::real", s.arg(token))
	}
	words := fmt.Sprintf("websearch_to_tsquery('simple', %s)", s.arg(search.Query))
	return "words @@ " + words, fmt.Sprintf("ts_rank(words, %s)", words)
}

// amongNewest ranks the hits among the newest changes.
func (t table) amongNewest(search record.Search, looked int) *statement {
	s := &statement{}
	match, rank := s.match(search)
	from := fmt.Sprintf("(select * from %s where %s order by updated_at desc, id desc limit %d) t", t.name(), live, looked)
	s.best(t, from, fmt.Sprintf("%s and %s", s.where(search.Where), match), rank)
	return s
}

// byIndex ranks the first hits that an index finds.
func (t table) byIndex(search record.Search) *statement {
	s := &statement{}
	match, rank := s.match(search)
	from := fmt.Sprintf("(select * from %s where %s and %s limit %d) t", t.name(), s.where(search.Where), match, hitsRanked)
	s.best(t, from, "true", rank)
	return s
}

func (s *statement) best(t table, from, where, rank string) {
	s.sql = fmt.Sprintf("select %s, %s as rank from %s where %s order by rank desc, updated_at desc, id desc limit %d",
		t.fields(), rank, from, where, record.SearchLimit)
}
