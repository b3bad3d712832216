package drive_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/connectortest"
	"github.com/guildsbox/guilds/internal/google/googletest"
)

// made returns the file that was made last.
func made(s *googletest.Server) googletest.File {
	files := s.Files()
	return files[len(files)-1]
}

func TestADownloadIsWrittenAndNotShown(t *testing.T) {
	t.Parallel()
	for id, want := range map[string]string{"picture": "\xff\xd8\xff", "sheet": "PK-sheet", "slides": "PK-slides", "drawing": "PNG-sketch", "inlink": "Sum\t20 €\r\nsecret words\n"} {
		_, a := limited(t)
		got := call(t, a, "download_file_content", fmt.Sprintf(`{"fileId":%q,"file_path":"there"}`, id))
		if wrote := a.Files.(*workspace).at("there"); got.Failed || wrote != want || strings.Contains(got.Text, want) {
			t.Errorf("%s: wrote %q and said %q", id, wrote, got.Text)
		}
	}
}

func TestWhatIsCreatedIsWhatWasAskedFor(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		args string
		want googletest.File
	}{
		{`{"title":"note.txt","textContent":"Grüße"}`, googletest.File{Name: "note.txt", Type: apps + "document", Parent: "mine", Data: "Grüße"}},
		{`{"title":"note.txt","textContent":"Grüße","disableConversionToGoogleType":true}`, googletest.File{Name: "note.txt", Type: "text/plain", Parent: "mine", Data: "Grüße"}},
		{`{"title":"n.md","textContent":"# N","contentMimeType":"text/markdown","parentId":"deepest"}`, googletest.File{Name: "n.md", Type: "text/markdown", Parent: "deepest", Data: "# N"}},
		{`{"file_path":"in.csv"}`, googletest.File{Name: "in.csv", Type: apps + "spreadsheet", Parent: "mine", Data: "a,b\n"}},
		{`{"title":"Folder","contentMimeType":"application/vnd.google-apps.folder"}`, googletest.File{Name: "Folder", Parent: "mine"}},
	} {
		s, a := limited(t)
		got := call(t, a, "create_file", tt.args)
		f := made(s)
		if got.Failed || f.Name != tt.want.Name || f.Type != tt.want.Type || f.Parent != tt.want.Parent || f.Data != tt.want.Data {
			t.Errorf("%s made %+v: %s", tt.args, f, got.Text)
		}
	}
	s, a := limited(t)
	if got := call(t, a, "copy_file", `{"fileId":"report"}`); got.Failed || made(s).Parent != "deepest" || made(s).Name != "Copy of Bericht Müller.txt" {
		t.Errorf("the copy is %+v: %s", made(s), got.Text)
	}
}

// Where there is no sandbox the tools that need one say so, and nothing is made.
func TestWithoutAWorkspace(t *testing.T) {
	t.Parallel()
	s, a := limited(t)
	a.Files = connector.NoFiles("there is no sandbox here")
	before := len(s.Files())
	for name, args := range map[string]string{"create_file": `{"file_path":"in.csv"}`, "download_file_content": `{"fileId":"report","file_path":"x"}`} {
		if got := call(t, a, name, args); !got.Failed || !strings.Contains(got.Text, "there is no sandbox here") {
			t.Errorf("%s: %s", name, got.Text)
		}
	}
	if got := call(t, a, "create_file", `{"title":"t","textContent":"x"}`); got.Failed || len(s.Files()) != before+1 {
		t.Errorf("a text needs no workspace: %s", got.Text)
	}
}

func TestALongTextIsClippedWithACount(t *testing.T) {
	t.Parallel()
	s, a := limited(t)
	s.Set(func(w *googletest.World) {
		w.Files = append(w.Files,
			googletest.File{ID: "long", Name: "long.txt", Type: "text/plain", Parent: "mine", Data: strings.Repeat("ä", 50_000)},
			googletest.File{ID: "huge", Name: "huge.txt", Type: "text/plain", Parent: "mine", Data: strings.Repeat("x", 10<<20+1)})
	})
	got := call(t, a, "read_file_content", `{"fileId":"long"}`).Text
	if n := strings.Count(got, "ä"); n != 40_000 || !strings.Contains(got, "clipped\tthe first 40000 of 50000 characters are shown") {
		t.Errorf("%d characters: %.300q", n, got)
	}
	if got := call(t, a, "read_file_content", `{"fileId":"huge"}`); !got.Failed || !strings.Contains(got.Text, "at most 10 MiB are taken") {
		t.Errorf("%.300q", got.Text)
	}
	if n := len(s.Requests("/drive/v3/files/huge")); n != 1 {
		t.Errorf("%d requests for a file that is too large; want the one that tells its size", n)
	}
}

func TestADownloadIsBounded(t *testing.T) {
	t.Parallel()
	s, a := limited(t)
	s.Set(func(w *googletest.World) {
		w.Files = append(w.Files, googletest.File{ID: "huge", Name: "huge.bin", Type: "application/octet-stream", Parent: "mine", Data: strings.Repeat("x", 32<<20+1)})
	})
	got := call(t, a, "download_file_content", `{"fileId":"huge","file_path":"there"}`)
	if n := len(s.Requests("/drive/v3/files/huge")); !got.Failed || !strings.Contains(got.Text, "at most 32 MiB are taken") || n != 1 {
		t.Errorf("%d requests: %.300q", n, got.Text)
	}
}

func TestHostileTextStaysOneRow(t *testing.T) {
	t.Parallel()
	s, a := limited(t)
	s.Set(func(w *googletest.World) {
		w.Email = connectortest.Hostile
		w.Files = []googletest.File{
			{ID: "mine", Name: "Invoices", Parent: googletest.RootID},
			{ID: "hostile", Name: connectortest.Hostile, Type: "text/plain", Parent: "mine", Data: connectortest.Hostile, People: []googletest.Person{
				{ID: "1", Kind: connectortest.Hostile, Role: connectortest.Hostile, Email: connectortest.Hostile, Name: connectortest.Hostile},
			}},
		}
	})
	for name, args := range map[string]string{
		"search_files": `{"query":"title contains 'a'"}`, "list_recent_files": `{}`, "get_file_metadata": `{"fileId":"hostile"}`,
		"get_file_permissions": `{"fileId":"hostile"}`, "copy_file": `{"fileId":"hostile"}`, "download_file_content": `{"fileId":"hostile","file_path":"x"}`,
	} {
		got := call(t, a, name, args)
		if rows := connectortest.Rows(t, got.Text); got.Failed || len(rows) < 2 {
			t.Errorf("%s: %q", name, got.Text)
		}
	}
	about, text, _ := strings.Cut(call(t, a, "read_file_content", `{"fileId":"hostile"}`).Text, "\n\n")
	connectortest.Rows(t, about)
	if strings.ContainsAny(text, "\x1b\x00\r\u202e\u200f") {
		t.Errorf("the text is %q", text)
	}
}
