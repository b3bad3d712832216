package drive_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/catalog/drive"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/google/googletest"
	"github.com/guildsbox/guilds/internal/guild"
)

const scope = "https://www.googleapis.com/auth/drive"

// start starts a Google whose account has something in every part of Drive.
func start(t *testing.T) (*googletest.Server, connector.Account) {
	t.Helper()
	s := googletest.Start(t)
	s.Set(func(w *googletest.World) {
		w.Files = []googletest.File{
			{ID: "mine", Name: "Invoices", Parent: googletest.RootID},
			{ID: "deep", Name: "2026", Parent: "mine"},
			{ID: "note", Name: "note.txt", Type: "text/plain", Parent: googletest.RootID},
			{ID: "binned", Name: "Old", Parent: googletest.RootID, Trashed: true},
			{ID: "shortcut", Name: "Way in", Type: "application/vnd.google-apps.shortcut", Parent: googletest.RootID},
			{ID: "theirs", Name: "From a friend", Shared: true},
			{ID: "part", Name: "From a team", Shared: true, Drive: "0ATeam"},
			{ID: "inteam", Name: "Plans", Parent: "0ATeam", Drive: "0ATeam"},
		}
		w.Drives = []googletest.Drive{{ID: "0ATeam", Name: "Team"}, {ID: "0ALegal", Name: "Legal"}}
	})
	return s, connector.Account{HTTP: http.DefaultClient, Token: s.Allow(scope), Base: s.URL + "/drive/v3"}
}

func TestListShowsTheTopOfEveryPart(t *testing.T) {
	t.Parallel()
	_, a := start(t)
	got, err := drive.Connector().Folders.List(t.Context(), a)
	want := []connector.Folder{
		{ID: "mine", Name: "Invoices", Place: "My Drive"},
		{ID: "theirs", Name: "From a friend", Place: "Shared with me"},
		{ID: "part", Name: "From a team", Place: "Shared with me"},
		{ID: "0ATeam", Name: "Team", Place: "Shared drives"},
		{ID: "0ALegal", Name: "Legal", Place: "Shared drives"},
	}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("folders (%v) (-want +got):\n%s", err, diff)
	}
}

func TestListReadsEveryPage(t *testing.T) {
	t.Parallel()
	s, a := start(t)
	s.Set(func(w *googletest.World) {
		w.FilesPage, w.DrivesPage, w.Files, w.Drives = 2, 2, nil, nil
		for i := range 5 {
			w.Files = append(w.Files, googletest.File{ID: fmt.Sprint("f", i), Name: "F", Parent: googletest.RootID})
			w.Drives = append(w.Drives, googletest.Drive{ID: fmt.Sprint("d", i), Name: "D"})
		}
	})
	got, err := drive.Connector().Folders.List(t.Context(), a)
	if err != nil || len(got) != 10 {
		t.Errorf("%d folders (%v); want 10", len(got), err)
	}
	s.Set(func(w *googletest.World) {
		w.FilesPage = 1
		for i := range 50 {
			w.Files = append(w.Files, googletest.File{ID: fmt.Sprint("g", i), Name: "G", Parent: googletest.RootID})
		}
	})
	if got, err := drive.Connector().Folders.List(t.Context(), a); err != nil || len(got) != 10+5 {
		t.Errorf("%d folders (%v); want those of 10 pages and 5 drives", len(got), err)
	}
}

func TestListOfAnEmptyAccount(t *testing.T) {
	t.Parallel()
	s, a := start(t)
	s.Set(func(w *googletest.World) { w.Files, w.Drives = nil, nil })
	if got, err := drive.Connector().Folders.List(t.Context(), a); err != nil || len(got) != 0 {
		t.Errorf("folders: %v (%v)", got, err)
	}
}

func TestListPassesRefusalsOn(t *testing.T) {
	t.Parallel()
	for _, method := range []string{"drive.files.list", "drive.drives.list"} {
		s, a := start(t)
		s.Refuse(method, googletest.ServiceDisabled)
		if _, err := drive.Connector().Folders.List(t.Context(), a); guild.CodeOf(err) != guild.CodeUnsupported {
			t.Errorf("%s refused: %v", method, err)
		}
	}
}

func TestCheckTakesAFolder(t *testing.T) {
	t.Parallel()
	_, a := start(t)
	for _, want := range []connector.Folder{
		{ID: "mine", Name: "Invoices", Place: "My Drive"},
		{ID: "deep", Name: "2026", Place: "My Drive"},
		{ID: "theirs", Name: "From a friend", Place: "Shared with me"},
		{ID: "0ATeam", Name: "Team", Place: "Shared drives"},
		{ID: "inteam", Name: "Plans", Place: "Shared drives"},
	} {
		got, err := drive.Connector().Folders.Check(t.Context(), a, want.ID)
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%s (%v) (-want +got):\n%s", want.ID, err, diff)
		}
	}
}

func TestCheckRefuses(t *testing.T) {
	t.Parallel()
	s, a := start(t)
	for _, tt := range []struct {
		name, id string
		code     guild.Code
		says     string
	}{
		{"My Drive by its alias", "root", guild.CodeInvalid, "My Drive itself cannot be chosen"},
		{"My Drive by its id", googletest.RootID, guild.CodeInvalid, "My Drive itself cannot be chosen"},
		{"a file", "note", guild.CodeInvalid, `"note.txt" is a file and no folder`},
		{"a shortcut", "shortcut", guild.CodeInvalid, "no folder"},
		{"the bin", "binned", guild.CodeInvalid, `"Old" is in the bin`},
		{"nothing", "0AGone", guild.CodeNotFound, `the Google account sees no folder "0AGone"`},
		{"no id", "", guild.CodeNotFound, `the Google account sees no folder ""`},
		{"an address", "../about?fields=*", guild.CodeNotFound, "the Google account sees no folder"},
	} {
		_, err := drive.Connector().Folders.Check(t.Context(), a, tt.id)
		if guild.CodeOf(err) != tt.code || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: %v; want %s: %s", tt.name, err, tt.code, tt.says)
		}
	}
	s.Refuse("drive.files.get", googletest.Refusal{Status: 403, Reason: "rateLimitExceeded", Message: "Rate Limit Exceeded"})
	if _, err := drive.Connector().Folders.Check(t.Context(), a, "mine"); guild.CodeOf(err) != guild.CodeUnavailable {
		t.Errorf("a limit of calls: %v", err)
	}
}

// An id of a folder that exists and is another's must not be told from one that
// does not exist.
func TestCheckHasOneTextForOutsideAndMissing(t *testing.T) {
	t.Parallel()
	s, a := start(t)
	_, missing := drive.Connector().Folders.Check(t.Context(), a, "0AOther")
	s.Refuse("drive.files.get", googletest.Refusal{Status: 403, Reason: "insufficientFilePermissions", Message: "The user does not have sufficient permissions for file 0AOther."})
	_, outside := drive.Connector().Folders.Check(t.Context(), a, "0AOther")
	if missing == nil || outside == nil || missing.Error() != outside.Error() || hint(missing) != hint(outside) {
		t.Errorf("missing: %v; outside: %v", missing, outside)
	}
}

func hint(err error) string {
	var e *guild.Error
	errors.As(err, &e)
	return e.Hint
}
