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
	sql  string
	args []any
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

// contains finds a part of a text in any case, and words that are spelled similarly
// (similarWords).
func (s *statement) contains(text, term string) string {
	return fmt.Sprintf("(%s ilike %s or %s %%> %s)", text, s.arg("%"+likeText.Replace(term)+"%"), text, s.arg(term))
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

// page is the statement of a listing's records. What looks into texts has to find
// all that fits before it knows the first, so it counts them on the way; elsewhere an
// index gives the page alone, and the count there is 0.
func (t table) page(q record.Query) *statement {
	s := &statement{}
	total := "0"
	if q.LooksIntoText() {
		total = "count(*) over ()"
	}
	where := s.narrow(q)
	s.sql = fmt.Sprintf("select %s, %s as total from %s t where %s order by %s limit %s offset %s",
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
// without its limit and offset.
func (db *DB) ListRecords(ctx context.Context, c record.Collection, q record.Query) (record.Page, error) {
	t := tableOf(c)
	s := t.page(q)
	rows, err := db.pool.Query(apart(ctx), s.sql, s.mode()...)
	if err != nil {
		return record.Page{}, explainRecords(err, c)
	}
	page := record.Page{}
	page.Records, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (record.Record, error) {
		r, _, err := t.scan(row, &page.Total)
		return r, err
	})
	if err != nil {
		return record.Page{}, explainRecords(err, c)
	}
	if page.Total == 0 {
		page.Total, err = db.total(ctx, t, q, len(page.Records))
	}
	return page, err
}

// total counts what the page does not tell: a page that is not full is the last one.
func (db *DB) total(ctx context.Context, t table, q record.Query, shown int) (total int, err error) {
	if shown < q.Limit && (shown > 0 || q.Offset == 0) {
		return q.Offset + shown, nil
	}
	if !q.Narrowed() {
		err = db.pool.QueryRow(ctx, selectSize, pgx.NamedArgs{"id": t.ID}).Scan(&total)
		return total, explain(err, "size of "+t.Name, nil)
	}
	s := t.count(q)
	err = db.pool.QueryRow(apart(ctx), s.sql, s.mode()...).Scan(&total)
	return total, explainRecords(err, t.Collection)
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
