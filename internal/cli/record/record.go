// Package record holds the commands about the records of collections.
package record

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// New returns the command record.
func New(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "record",
		Aliases: []string{"records"},
		Short:   "Search, list, add, import, change and remove records of collections",
		Long:    "Records are the rows of a collection, which guildsctl collection defines. What\nagents do with the record tools an operator does here, without regard to grants.",
		Example: "guildsctl record list orders --where 'status=open' --where 'price>=100' --order price --desc\n" +
			"guildsctl record add orders --set sku=A-1 --set price=10.50",
	}
	return app.Group(cmd, search(a), list(a), show(a), add(a), importing(a), update(a), remove(a))
}

// about is the help of --at.
const about = "the scope that owns the collection, where its name is not enough"

// shown are the columns of records of a collection: the id, those that are declared,
// and the newest change.
func shown(of api.Collection) []print.Column[api.Record] {
	columns := []print.Column[api.Record]{{Head: "Id", Value: func(r api.Record) any { return r.ID }}}
	for _, c := range of.Columns {
		columns = append(columns, print.Column[api.Record]{Head: c.Name, Value: func(r api.Record) any { return value(r, c.Name) }, Clip: true})
	}
	return append(columns, print.Column[api.Record]{Head: "Changed", Value: func(r api.Record) any { return r.UpdatedAt }, Extra: true})
}

// value is what a record has in a column, as it is read: a number with all its
// digits, a list with commas.
func value(r api.Record, column string) string {
	var body map[string]json.RawMessage
	if err := json.Unmarshal(r.Body, &body); err != nil {
		return ""
	}
	return plain(body[column])
}

func plain(raw json.RawMessage) string {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return ""
	}
	list, is := v.([]any)
	if !is {
		return fmt.Sprint(v)
	}
	items := make([]string, len(list))
	for i, item := range list {
		items[i] = fmt.Sprint(item)
	}
	return strings.Join(items, ", ")
}

// one writes a single record.
func one(a *app.App, format *print.Format, of api.Collection, r api.Record) error {
	return print.One(a.Printer(format), r, shown(of))
}

func show(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "show COLLECTION ID",
		Short:   "Show one record",
		Example: "guildsctl record show orders 0190b2c4-7a10-7c3e-9d52-0f6f1c1a2b3c",
		Args:    app.Args,
	}
	format := print.Flags[api.Record](cmd)
	at := a.At(cmd, about)
	a.CompleteArgs(cmd, app.Collections)
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		of, err := f.Collection(ctx, args[0], *at)
		if err != nil {
			return err
		}
		found, err := f.GetRecord(ctx, of.ID, args[1])
		if err != nil {
			return err
		}
		return one(a, format, of, found)
	})
	return cmd
}
