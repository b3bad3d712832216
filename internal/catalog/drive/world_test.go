package drive_test

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/guildsbox/guilds/internal/catalog/drive"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/connectortest"
	"github.com/guildsbox/guilds/internal/google/googletest"
	"github.com/guildsbox/guilds/internal/guild"
	"github.com/guildsbox/guilds/internal/tool"
)

const (
	apps     = "application/vnd.google-apps."
	shortcut = apps + "shortcut"
)

// on is a day of the tests.
func on(day int) time.Time { return time.Date(2026, 11, day, 8, 0, 0, 0, time.UTC) }

// inside is what lies in the folder Invoices, whose id is "mine".
func inside() []googletest.File {
	return []googletest.File{
		{ID: "mine", Name: "Invoices", Parent: googletest.RootID, Modified: on(1)},
		{ID: "deep", Name: "2026", Parent: "mine", Modified: on(2)},
		{ID: "deeper", Name: "May", Parent: "deep", Modified: on(3)},
		{ID: "deepest", Name: "Week 3", Parent: "deeper", Modified: on(4)},
		{ID: "report", Name: "Bericht Müller.txt", Type: "text/plain", Parent: "deepest", Modified: on(20), Data: "Sum\t20 €\r\nsecret words\n", People: []googletest.Person{
			{ID: "1", Kind: "user", Role: "owner", Email: "someone@example.com", Name: "Some One"},
			{ID: "2", Kind: "anyone", Role: "reader"},
		}},
		{ID: "same", Name: "Bericht Müller.txt", Type: "text/plain", Parent: "mine", Modified: on(19)},
		{ID: "doc", Name: "Plan", Type: apps + "document", Parent: "mine", Modified: on(18), Exports: map[string]string{"text/plain": "\uFEFFThe plan\r\n", "application/pdf": "%PDF-doc", docx: "PK-doc"}},
		{ID: "sheet", Name: "Numbers", Type: apps + "spreadsheet", Parent: "deep", Modified: on(17), Exports: map[string]string{"text/csv": "a,b\r\n1,2\r\n", xlsx: "PK-sheet"}},
		{ID: "slides", Name: "Talk", Type: apps + "presentation", Parent: "mine", Modified: on(16), Exports: map[string]string{"text/plain": "Slide 1", pptx: "PK-slides"}},
		{ID: "drawing", Name: "Sketch", Type: apps + "drawing", Parent: "mine", Modified: on(15), Exports: map[string]string{"image/png": "PNG-sketch"}},
		{ID: "form", Name: "Survey", Type: apps + "form", Parent: "mine", Modified: on(14)},
		{ID: "picture", Name: "photo.jpg", Type: "image/jpeg", Parent: "mine", Modified: on(13), Data: "\xff\xd8\xff"},
		{ID: "latin", Name: "old.txt", Type: "text/plain; charset=iso-8859-1", Parent: "mine", Modified: on(12), Data: "Gr\xfc\xdfe"},
		{ID: "bytes", Name: "data.bin", Type: "application/octet-stream", Parent: "mine", Modified: on(11), Data: "a\x00\xff"},
		{ID: "empty", Name: "empty.txt", Type: "text/plain", Parent: "mine", Modified: on(10)},
		{ID: "inlink", Name: "To the report", Type: shortcut, Target: "report", Parent: "mine", Modified: on(9)},
		{ID: "binned", Name: "gone.txt", Type: "text/plain", Parent: "mine", Trashed: true, Data: "x"},
	}
}

// elsewhere is what the account has beside the folder, and must not be reached.
func elsewhere() []googletest.File {
	return []googletest.File{
		{ID: "secret", Name: "secret.txt", Type: "text/plain", Parent: googletest.RootID, Modified: on(28), Data: "SECRET"},
		{ID: "other", Name: "Private", Parent: googletest.RootID, Modified: on(27)},
		{ID: "payroll", Name: "payroll.txt", Type: "text/plain", Parent: "other", Modified: on(26), Data: "SECRET"},
		{ID: "private", Name: "private", Type: apps + "document", Parent: "other", Modified: on(25), Exports: map[string]string{"text/plain": "SECRET"}},
		{ID: "orphan", Name: "orphan.txt", Type: "text/plain", Shared: true, Modified: on(24), Data: "SECRET"},
		{ID: "unseen", Name: "unseen.txt", Type: "text/plain", Parent: "afolderthatisnotseen", Modified: on(23), Data: "SECRET"},
		{ID: "ring", Name: "ring.txt", Type: "text/plain", Parent: "ring1", Data: "SECRET"},
		{ID: "ring1", Name: "Ring 1", Parent: "ring2"},
		{ID: "ring2", Name: "Ring 2", Parent: "ring1"},
		{ID: "plan", Name: "plan.txt", Type: "text/plain", Parent: "0ATeam", Drive: "0ATeam", Modified: on(22), Data: "SECRET"},
		{ID: "outlink", Name: "A way out", Type: shortcut, Target: "secret", Parent: "mine", Modified: on(21)},
		{ID: "outfolder", Name: "A folder out", Type: shortcut, Target: "other", Parent: "mine"},
		{ID: "dangling", Name: "A way nowhere", Type: shortcut, Target: "gone", Parent: "mine"},
		{ID: "twice", Name: "A way to a way", Type: shortcut, Target: "inlink", Parent: "mine"},
		{ID: "inward", Name: "A way in", Type: shortcut, Target: "report", Parent: googletest.RootID},
	}
}

const (
	docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
	xlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	pptx = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
)

// limited starts a Google and returns a login that is limited to the folder.
func limited(t testing.TB) (*googletest.Server, connector.Account) {
	t.Helper()
	s := googletest.Start(t)
	s.Set(func(w *googletest.World) {
		w.Files = append(inside(), elsewhere()...)
		w.Drives = []googletest.Drive{{ID: "0ATeam", Name: "Team"}}
	})
	return s, connector.Account{
		HTTP: http.DefaultClient, Token: s.Allow(scope), Base: s.URL + "/drive/v3", Upstream: s.URL,
		FolderID: "mine", Files: &workspace{files: map[string]string{"in.csv": "a,b\n", "/home/agent/big.bin": strings.Repeat("x", 5<<20+1)}},
	}
}

func call(t testing.TB, a connector.Account, name, args string) tool.Result {
	t.Helper()
	return connectortest.Call(t, drive.Connector(), a, name, args)
}

// workspace is the workspace of an agent, in memory.
type workspace struct {
	mu    sync.Mutex
	files map[string]string
}

func (w *workspace) Read(_ context.Context, path string, most int64) ([]byte, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	data, found := w.files[path]
	switch {
	case strings.Contains(path, ".."):
		return nil, guild.Errorf(guild.CodeInvalid, "%s leads out of /home/agent", path)
	case !found:
		return nil, guild.Errorf(guild.CodeNotFound, "there is no file %s", path)
	case int64(len(data)) > most:
		return nil, guild.Errorf(guild.CodeInvalid, "%s is too long", path)
	}
	return []byte(data), nil
}

func (w *workspace) Write(_ context.Context, path string, data []byte) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if strings.Contains(path, "..") {
		return guild.Errorf(guild.CodeInvalid, "%s leads out of /home/agent", path)
	}
	w.files[path] = string(data)
	return nil
}

func (w *workspace) at(path string) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.files[path]
}
