package postgres

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/record"
)

// statement is one that is built, with its arguments.
type statement struct {
	sql   string
	args  []any
	loose bool // every similar spelling is looked for
}

// arg adds an argument and returns its mark.
func (s *statement) arg(value any) string {
	s.args = append(s.args, value)
	return fmt.Sprintf("$%d", len(s.args))
}

// mode returns the arguments as pgx takes them.
func (s *statement) mode() []any { return append([]any{built}, s.args...) }

// where is all that narrows a query of live records.
func (s *statement) where(conditions []record.Condition) string {
	all := []string{live}
	for _, c := range conditions {
		all = append(all, s.condition(c))
	}
	return strings.Join(all, " and ")
}

// condition is one term. What is exact on a list is about its items.
func (s *statement) condition(c record.Condition) string {
	column := place(c.Column)
	kind := sqlTypes[c.Column.Type]
	switch {
	case c.Op == record.Missing:
		return column + " is null"
	case c.Op == record.Contains:
		return s.contains(searched(c.Column), c.Value.(string))
	case c.Op == record.Between:
		return s.between(column, kind, c)
	case c.Column.Name == record.ID.Name:
		return "id = " + s.arg(c.Value) + "::uuid"
	case c.Column.Array:
		return fmt.Sprintf("%s @> array[%s::%s]", column, s.arg(argument(c.Column, c.Value)), kind)
	}
	return fmt.Sprintf("%s = %s::%s", column, s.arg(argument(c.Column, c.Value)), kind)
}

// contains finds a part of a text in any case, and words that are spelled similarly:
// they share half of their trigrams (similarWords). Among a great many records one
// half of the term stands in the text as it is, too: the half is what an index finds
// without reading the long lists of trigrams that many words have.
func (s *statement) contains(text, term string) string {
	part := func(part string) string { return text + " ilike " + s.arg("%"+likeText.Replace(part)+"%") }
	if s.loose {
		return fmt.Sprintf("(%s or %s %%> %s)", part(term), text, s.arg(term))
	}
	ways := []string{part(term)}
	for _, half := range record.Halves(term) {
		ways = append(ways, fmt.Sprintf("%s and %s %%> %s", part(half), text, s.arg(term)))
	}
	return "(" + strings.Join(ways, " or ") + ")"
}

// likeText writes a text so that LIKE takes every character of it as it stands.
var likeText = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

func (s *statement) between(column, kind string, c record.Condition) string {
	var bounds []string
	if c.GTE != nil {
		bounds = append(bounds, fmt.Sprintf("%s >= %s::%s", column, s.arg(argument(c.Column, c.GTE)), kind))
	}
	if c.LTE != nil {
		bounds = append(bounds, fmt.Sprintf("%s <= %s::%s", column, s.arg(argument(c.Column, c.LTE)), kind))
	}
	return strings.Join(bounds, " and ")
}

// narrow is the where of a listing.
func (s *statement) narrow(q record.Query) string {
	where := s.where(q.Where)
	if q.Since != nil {
		where += " and updated_at >= " + s.arg(*q.Since)
	}
	return where
}

// page is the statement of a listing's records where an index gives the page, with
// how many there are in all.
func (t table) page(q record.Query) *statement {
	s := &statement{}
	where := s.narrow(q)
	total := fmt.Sprintf("select count(*) from %s where %s", t.name(), where)
	if !q.Narrowed() { // they are counted already
		total = fmt.Sprintf("select coalesce(sum(records), 0)::bigint from collection_sizes where collection_id = %s::uuid", s.arg(string(t.ID)))
	}
	s.sql = fmt.Sprintf("select %s, (%s) as total from %s t where %s order by %s limit %s offset %s",
		t.fields(), total, t.name(), where, orderOf(q.Order, q.Desc), s.arg(q.Limit), s.arg(q.Offset))
	return s
}

// count is the statement of how many records a listing is about.
func (t table) count(q record.Query) *statement {
	s := &statement{}
	s.sql = fmt.Sprintf("select count(*) from %s where %s", t.name(), s.narrow(q))
	return s
}

// ListRecords returns the records that a query asks for, with how many there are
// without its limit and offset, of those that look into texts record.MaxCounted at
// most.
func (db *DB) ListRecords(ctx context.Context, c record.Collection, q record.Query) (page record.Page, err error) {
	t := tableOf(c)
	if q.LooksIntoText() {
		page, err = db.listByText(ctx, t, q)
		return page, explainRecords(err, c)
	}
	s := t.page(q)
	args := s.args // of the few statements that narrow nothing: their plans are kept
	if q.Narrowed() {
		args = s.mode()
	}
	rows, err := db.pool.Query(apart(ctx), s.sql, args...)
	if err == nil {
		page.Records, err = pgx.CollectRows(rows, t.counted(&page.Total))
	}
	if err == nil && len(page.Records) == 0 && q.Offset > 0 { // no row to tell the total
		page.Total, err = db.total(ctx, t, q)
	}
	return page, explainRecords(err, c)
}

func (db *DB) total(ctx context.Context, t table, q record.Query) (total int, err error) {
	if !q.Narrowed() {
		err = db.pool.QueryRow(ctx, selectSize, pgx.NamedArgs{"id": t.ID}).Scan(&total)
		return total, err
	}
	s := t.count(q)
	err = db.pool.QueryRow(apart(ctx), s.sql, s.mode()...).Scan(&total)
	return total, err
}

// counted reads a record with the total behind it.
func (t table) counted(total *int) pgx.RowToFunc[record.Record] {
	return func(row pgx.CollectableRow) (record.Record, error) {
		r, _, err := t.scan(row, total)
		return r, err
	}
}

const selectSize = `
select coalesce(sum(records), 0)::bigint from collection_sizes where collection_id = @id`

// RecordSize returns how many live records a collection has, and their newest
// change.
func (db *DB) RecordSize(ctx context.Context, c record.Collection) (record.Size, error) {
	var size record.Size
	if err := db.pool.QueryRow(ctx, selectSize, pgx.NamedArgs{"id": c.ID}).Scan(&size.Records); err != nil {
		return size, explain(err, "size of "+c.Name, nil)
	}
	err := db.pool.QueryRow(apart(ctx), fmt.Sprintf("select max(updated_at) from %s where %s", tableOf(c).name(), live), built).Scan(&size.Newest)
	return size, explainRecords(err, c)
}

// Record returns a live record.
func (db *DB) Record(ctx context.Context, c record.Collection, id guild.ID) (record.Record, error) {
	found, err := db.ListRecords(ctx, c, record.Query{
		Where: []record.Condition{{Column: record.ID, Op: record.Equals, Value: string(id)}}, Order: record.ID, Limit: 2,
	})
	if err == nil && len(found.Records) == 0 {
		return record.Record{}, noRecord(c, id)
	}
	if err != nil {
		return record.Record{}, err
	}
	return found.Records[0], nil
}
