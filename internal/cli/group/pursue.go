package group

import (
	"context"
	"maps"
	"slices"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// pursuit follows runs that messages woke.
type pursuit struct {
	*view
	app    *app.App
	open   map[string]string // the agents of the runs that are not over, by run
	known  map[string]bool   // every run that is followed, and whether it has posted
	failed bool
}

// pursue shows what woken agents post, and those that they wake, until all runs are over.
func pursue(ctx context.Context, a *app.App, v *view, woken []api.GroupWake) error {
	p := &pursuit{view: v, app: a, open: map[string]string{}, known: map[string]bool{}}
	p.join(woken)
	for len(p.open) > 0 {
		over, err := p.over(ctx)
		if err == nil {
			err = p.show(ctx) // after that look, so that no last words are missed
		}
		if err != nil {
			return p.leave(ctx, err)
		}
		for _, id := range slices.Sorted(maps.Keys(over)) {
			p.close(id, over[id])
		}
		if len(p.open) > 0 {
			if err := rest(ctx); err != nil {
				return p.leave(ctx, err)
			}
		}
	}
	if p.failed {
		return app.ErrSaid
	}
	return nil
}

func (p *pursuit) join(woken []api.GroupWake) {
	for _, w := range woken {
		if _, ok := p.known[w.RunID]; !ok {
			p.open[w.RunID], p.known[w.RunID] = w.Agent, false
		}
	}
}

// over returns those of the open runs that have ended. One that is gone has, too.
func (p *pursuit) over(ctx context.Context) (map[string]api.Run, error) {
	runs, err := p.finder.ListRuns(ctx, api.RunQuery{ScopeID: p.guild, Limit: most})
	if err != nil {
		return nil, err
	}
	over := map[string]api.Run{}
	for id := range p.open {
		i := slices.IndexFunc(runs, func(r api.Run) bool { return r.ID == id })
		if i < 0 {
			over[id] = api.Run{ID: id, Status: "gone"}
		} else if s := runs[i].Status; s != "queued" && s != "running" {
			over[id] = runs[i]
		}
	}
	return over, nil
}

// show shows what the followed runs have posted since.
func (p *pursuit) show(ctx context.Context) error {
	found, err := p.next(ctx)
	if err != nil {
		return err
	}
	for _, m := range found {
		if _, ok := p.known[m.RunID]; !ok {
			continue
		}
		p.known[m.RunID] = true
		p.join(m.Woken)
		if err := p.write(m); err != nil {
			return err
		}
	}
	return nil
}

// close says how a run ended, where its posts do not.
func (p *pursuit) close(id string, r api.Run) {
	agent := p.open[id]
	delete(p.open, id)
	switch {
	case r.Status != "done":
		p.failed = true
		why := ""
		if r.Error != "" {
			why = ": " + print.Text(r.Error)
		}
		p.app.Note("The run of @%s is %s%s\nLook at it with: guildsctl run tail %s", agent, r.Status, why, id)
	case !p.known[id]:
		p.app.Note("@%s has posted nothing. Look at its run with: guildsctl run tail %s", agent, id)
	}
}

// leave ends the view before its runs.
func (p *pursuit) leave(ctx context.Context, err error) error {
	if ctx.Err() == nil {
		return err
	}
	p.app.Note("The agents go on. Look at them with: guildsctl group show %s --after %d --follow", p.guild, p.seq)
	return app.ErrSaid
}
