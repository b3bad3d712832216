package repo

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// choose is not named select, which is a word of the language.
func choose(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "select REPOSITORY...",
		Short:   "Choose the repositories that a GitHub login is for",
		Long:    "Replaces what the scope's own GitHub login is for. A repository is written\nOWNER/NAME or as its address. --none chooses none.",
		Example: "guildsctl repo select acme/app acme/site --at acme/research\nguildsctl repo select --none --at acme/research",
	}
	format := print.Flags[api.SelectedRepository](cmd)
	at := a.At(cmd, "the scope that owns the GitHub login")
	none := cmd.Flags().Bool("none", false, "choose no repository")
	cmd.Args = func(_ *cobra.Command, names []string) error {
		if (len(names) == 0) != *none {
			return app.Usage("guildsctl repo list --at SCOPE shows what there is", "name the repositories to choose, or --none for none")
		}
		return nil
	}
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, names []string) error {
		login, err := f.Login(ctx, slug, *at)
		if err != nil {
			return err
		}
		wanted, err := addresses(ctx, f, login, names)
		if err != nil {
			return err
		}
		chosen, err := f.PutSelected(ctx, login.ID, api.SelectRepositories{Repositories: wanted})
		if err != nil {
			return err
		}
		return print.List(a.Printer(format), chosen.Repositories, columns, "The login is for no repository now.")
	})
	a.CompleteEach(cmd, repositories)
	return cmd
}

// addresses finds the address of each repository that is named OWNER/NAME. One
// that is not found goes by the address that it would have: the daemon says what is
// wrong with each.
func addresses(ctx context.Context, f app.Finder, login api.Connection, names []string) ([]api.WantedRepository, error) {
	wanted := []api.WantedRepository{}
	if len(names) == 0 {
		return wanted, nil
	}
	found, err := f.ListRepositories(ctx, login.ID)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		i := slices.IndexFunc(found, func(r api.Repository) bool { return strings.EqualFold(r.FullName, name) })
		switch {
		case i >= 0:
			name = found[i].URL
		case strings.Count(name, "/") == 1:
			name = "https://github.com/" + name
		}
		wanted = append(wanted, api.WantedRepository{URL: name})
	}
	return wanted, nil
}

// repositories completes what the login at a scope reaches.
func repositories(ctx context.Context, f app.Finder, at string) ([]cobra.Completion, error) {
	login, err := visible(ctx, f, at)
	if err != nil {
		return nil, err
	}
	found, err := f.ListRepositories(ctx, login.ID)
	var words []cobra.Completion
	for _, r := range found {
		words = append(words, r.FullName)
	}
	return words, err
}
