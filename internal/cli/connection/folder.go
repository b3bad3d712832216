package connection

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/guildsbox/guilds/internal/cli/app"
	"github.com/guildsbox/guilds/internal/cli/print"
	"github.com/guildsbox/guilds/pkg/api"
)

// folders are the columns of the folders that may be chosen.
var folders = []print.Column[api.Folder]{
	{Head: "Folder", Value: func(f api.Folder) any { return f.Name }, Clip: true},
	{Head: "Place", Value: func(f api.Folder) any { return f.Place }},
	{Head: "Id", Value: func(f api.Folder) any { return f.ID }},
}

// none is said of an account in which nothing can be chosen.
const none = "The account holds no folder that can be chosen. Make one in it, or have one shared with it."

// folder lists or chooses.
func folder(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "folder ID|SLUG [FOLDER]",
		Short: "List the folders that a login may be limited to, or choose one",
		Long: "List the folders that a login may be limited to, at the top of each part of its\n" +
			"account, or choose the one with an id, which may also lie deeper. A login that\n" +
			"waits for its folder is connected by the choice. The login is named by its id, or\n" +
			"by its connector's slug and the scope that owns it.",
		Example: "guildsctl connection folder drive --at acme\n" +
			"guildsctl connection folder drive --at acme 1AbCdEfGhIjKlMnOp",
		Args: app.Args,
	}
	format := print.Flags[api.Folder](cmd)
	at := a.At(cmd, "the scope that owns the login; needed with a slug")
	a.CompleteArgs(cmd, app.Owned)
	cmd.RunE = a.Run(func(ctx context.Context, f app.Finder, args []string) error {
		c, err := f.Login(ctx, args[0], *at)
		if err != nil {
			return err
		}
		if len(args) == 1 {
			found, err := f.ListFolders(ctx, c.ID)
			if err != nil {
				return err
			}
			return print.List(a.Printer(format), found, folders, none)
		}
		if c, err = f.ChooseFolder(ctx, c.ID, args[1]); err != nil {
			return err
		}
		a.Note("The login for %s at %s is limited to the folder %q.", c.Server, c.Scope, c.AccountHint)
		_, err = a.Printer(format).Data(api.Folder{ID: c.FolderID, Name: c.AccountHint})
		return err
	})
	return cmd
}

// choice is what is left of a browser login that waits for its folder.
type choice struct {
	app  *app.App
	find app.Finder
	made api.Connection
}

// finish limits the login to the folder with an id, or to the one that a person
// picks. Where there is nobody to ask and no id, the login still waits.
func (c choice) finish(ctx context.Context, id string) (api.Connection, error) {
	if id != "" {
		chosen, err := c.find.ChooseFolder(ctx, c.made.ID, id)
		if err != nil && c.made.NeedsFolder {
			c.app.Note("The login is made, and waits for its folder: %s", c.command())
		}
		return chosen, err
	}
	if !c.app.Interactive() {
		return c.made, nil
	}
	return c.pick(ctx)
}

// command is how the folder is chosen later.
func (c choice) command() string {
	return fmt.Sprintf("guildsctl connection folder %s --at %s FOLDER", c.made.Server, c.made.Scope)
}

// waits is the error of a command that cannot go on before the folder is chosen.
func (c choice) waits() error {
	return &api.Problem{Code: api.CodeConflict, Detail: fmt.Sprintf("the login for %s at %s waits for its folder", c.made.Server, c.made.Scope), Hint: c.command()}
}

// show tells a script that the login waits, and what it may choose.
func (c choice) show(ctx context.Context, format *print.Format) error {
	c.app.Note("The login waits for its folder for a day. Choose one with: %s", c.command())
	if done, err := c.app.Printer(format).Data(c.made); done {
		return err
	}
	found, err := c.find.ListFolders(ctx, c.made.ID)
	if err != nil {
		return err
	}
	return print.List(c.app.Printer(nil), found, folders, none)
}

// numbered is a folder with the number that a person picks it by.
type numbered struct {
	api.Folder
	number int
}

// pick shows the folders and asks until one is taken. An interrupt leaves no login.
func (c choice) pick(ctx context.Context) (api.Connection, error) {
	found, err := c.find.ListFolders(ctx, c.made.ID)
	if err != nil {
		return c.made, err
	}
	if err := c.list(found); err != nil {
		return c.made, err
	}
	for {
		id, err := c.ask(ctx, found)
		if err != nil {
			c.drop(ctx)
			return c.made, err
		}
		chosen, err := c.find.ChooseFolder(ctx, c.made.ID, id)
		if !app.IsCode(err, api.CodeInvalid, api.CodeNotFound) {
			return chosen, err
		}
		c.app.Note("That folder cannot be chosen: %s.", print.Cell(err.Error()))
	}
}

// list shows the folders beside the question, on standard error.
func (c choice) list(found []api.Folder) error {
	if len(found) == 0 {
		c.app.Note("%s", none)
		return nil
	}
	c.app.Note("The login is limited to one folder and all that lies below it:\n")
	rows := make([]numbered, len(found))
	for i, f := range found {
		rows[i] = numbered{f, i + 1}
	}
	p := c.app.Printer(nil)
	p.Out = c.app.Err
	return print.Table(p, rows, []print.Column[numbered]{
		{Head: "No", Value: func(n numbered) any { return n.number }},
		{Head: "Folder", Value: func(n numbered) any { return n.Name }, Clip: true},
		{Head: "Place", Value: func(n numbered) any { return n.Place }},
		{Head: "Id", Value: func(n numbered) any { return n.ID }, Extra: true},
	})
}

// ask asks for a number of the list, or for the id of a folder that is not in it.
func (c choice) ask(ctx context.Context, found []api.Folder) (id string, err error) {
	for {
		answer, err := c.app.Ask(ctx, "Number, or the id of another folder: ")
		if err != nil {
			return "", err
		}
		answer = strings.TrimSpace(answer)
		n, notNumber := strconv.Atoi(answer)
		switch {
		case answer == "":
		case notNumber != nil:
			return answer, nil
		case 1 <= n && n <= len(found):
			return found[n-1].ID, nil
		default:
			c.app.Note("There is no number %d.", n)
		}
	}
}

// drop leaves nothing half-made when the choice is broken off.
func (c choice) drop(ctx context.Context) {
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), cancelTimeout)
	defer stop()
	if err := c.find.CancelLogin(ctx, c.made.ID); err != nil {
		c.app.Note("The login could not be cancelled (%v). It ends by itself in a day.", err)
		return
	}
	c.app.Note("Cancelled. Nothing is left of the login for %s at %s.", c.made.Server, c.made.Scope)
}
