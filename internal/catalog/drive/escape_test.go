package drive_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/google/googletest"
)

// byID are the calls of every tool that is given an id, with %q in its place.
var byID = map[string]string{
	"read_file_content":     `{"fileId":%q}`,
	"download_file_content": `{"fileId":%q,"file_path":"out"}`,
	"get_file_metadata":     `{"fileId":%q}`,
	"get_file_permissions":  `{"fileId":%q}`,
	"copy_file":             `{"fileId":%q}`,
	"copy_file into":        `{"fileId":"doc","parentId":%q}`,
	"create_file":           `{"title":"new.txt","textContent":"x","parentId":%q}`,
}

// refused fails the test where any tool reaches a file, or says more of it than of one
// that there is not.
func refused(t *testing.T, s *googletest.Server, a connector.Account, id string) {
	t.Helper()
	before := len(s.Files())
	for name, args := range byID {
		name, _, _ = strings.Cut(name, " ")
		got := call(t, a, name, fmt.Sprintf(args, id))
		const want = "ERROR: the folder that this login is limited to holds no file "
		// A copy into somewhere has a source too, which a test may have put out of reach.
		if said, ok := strings.CutPrefix(got.Text, want); !ok || said != fmt.Sprintf("%q", id) && said != `"doc"` {
			t.Errorf("%s of %q: %q; want %s%q", name, id, got.Text, want, id)
		}
	}
	if n := len(s.Files()); n != before {
		t.Errorf("%q: %d files were made", id, n-before)
	}
	if out := a.Files.(*workspace).at("out"); out != "" {
		t.Errorf("%q: the workspace got %q", id, out)
	}
}

func TestEscapeByAGuessedID(t *testing.T) {
	t.Parallel()
	s, a := limited(t)
	for _, id := range []string{"secret", "payroll", "other", "private", "nothing-like-it"} {
		refused(t, s, a, id)
	}
}

func TestEscapeByTheWayUp(t *testing.T) {
	t.Parallel()
	s, a := limited(t)
	for _, id := range []string{"root", googletest.RootID, "0ATeam"} {
		refused(t, s, a, id)
	}
}

func TestEscapeByAnIDThatIsAnAddress(t *testing.T) {
	t.Parallel()
	s, a := limited(t)
	for _, id := range []string{"../about?fields=*", "mine/../secret", "secret?x=", "secret/permissions", ".", "mine secret"} {
		refused(t, s, a, id)
	}
	for _, r := range s.Requests("/drive/v3/about") {
		t.Errorf("it was asked for %v", r)
	}
}

func TestEscapeByAShortcutThatLeadsOut(t *testing.T) {
	t.Parallel()
	s, a := limited(t)
	for _, id := range []string{"outlink", "outfolder", "dangling"} {
		refused(t, s, a, id)
	}
}

func TestEscapeByAShortcutFromOutside(t *testing.T) {
	t.Parallel()
	s, a := limited(t)
	refused(t, s, a, "inward")
}

func TestEscapeByAShortcutToAShortcut(t *testing.T) {
	t.Parallel()
	s, a := limited(t)
	refused(t, s, a, "twice")
}

// A shortcut to a folder does not open what lies in that folder.
func TestEscapeThroughAFolderThatAShortcutNames(t *testing.T) {
	t.Parallel()
	s, a := limited(t)
	s.Set(func(w *googletest.World) {
		w.Files = append(w.Files, googletest.File{ID: "behind", Name: "behind.txt", Type: "text/plain", Parent: "outfolder", Data: "SECRET"})
	})
	// A real shortcut holds nothing; what lies in its target names the target.
	refused(t, s, a, "payroll")
}

func TestEscapeByAFileWhoseFoldersAreNotSeen(t *testing.T) {
	t.Parallel()
	s, a := limited(t)
	refused(t, s, a, "orphan")
	refused(t, s, a, "unseen")
}

func TestEscapeByFoldersThatLieInEachOther(t *testing.T) {
	t.Parallel()
	s, a := limited(t)
	refused(t, s, a, "ring")
}

func TestEscapeByAnEndlessWayUp(t *testing.T) {
	t.Parallel()
	s, a := limited(t)
	s.Set(func(w *googletest.World) {
		for i := range 200 {
			w.Files = append(w.Files, googletest.File{ID: fmt.Sprint("up", i), Name: "Up", Parent: fmt.Sprint("up", i+1)})
		}
	})
	if got := call(t, a, "get_file_metadata", `{"fileId":"up0"}`); !got.Failed {
		t.Error(got.Text)
	}
	asked := 0
	for i := range 200 {
		asked += len(s.Requests(fmt.Sprint("/drive/v3/files/up", i)))
	}
	if asked > 120 {
		t.Errorf("it asked for %d folders", asked)
	}
}

// What was moved out since it was listed is not reached any more, and what was moved
// in is.
func TestEscapeByAFileThatWasMovedMeanwhile(t *testing.T) {
	t.Parallel()
	s, a := limited(t)
	if got := call(t, a, "get_file_metadata", `{"fileId":"report"}`); got.Failed {
		t.Fatal(got.Text)
	}
	move := func(id, parent string) {
		s.Set(func(w *googletest.World) {
			for i := range w.Files {
				if w.Files[i].ID == id {
					w.Files[i].Parent = parent
				}
			}
		})
	}
	move("deep", "other") // with all that lies in it
	for _, id := range []string{"report", "deepest", "sheet", "inlink"} {
		refused(t, s, a, id)
	}
	move("deep", "mine")
	if got := call(t, a, "read_file_content", `{"fileId":"report"}`); got.Failed {
		t.Error(got.Text)
	}
}

func TestEscapeByAnotherSharedDrive(t *testing.T) {
	t.Parallel()
	s, a := limited(t)
	s.Set(func(w *googletest.World) { w.Drives = append(w.Drives, googletest.Drive{ID: "0ALegal", Name: "Legal"}) })
	refused(t, s, a, "plan")
	a.FolderID = "0ALegal"
	refused(t, s, a, "plan")
	refused(t, s, a, "secret")
}

// A login without its folder reaches nothing.
func TestEscapeByALoginWithoutAFolder(t *testing.T) {
	t.Parallel()
	_, a := limited(t)
	a.FolderID = ""
	for _, id := range []string{"secret", "root", "orphan", "report"} {
		for name, args := range byID {
			name, _, _ = strings.Cut(name, " ")
			if got := call(t, a, name, fmt.Sprintf(args, id)); !got.Failed {
				t.Errorf("%s of %s: %s", name, id, got.Text)
			}
		}
	}
	for name, args := range map[string]string{"search_files": `{"query":"title contains 's'"}`, "list_recent_files": `{}`, "create_file": `{"title":"t","textContent":"x"}`} {
		if got := call(t, a, name, args); !got.Failed {
			t.Errorf("%s: %s", name, got.Text)
		}
	}
}

// A walk that fails half way lets nothing pass.
func TestEscapeByAFailureOnTheWayUp(t *testing.T) {
	t.Parallel()
	s, a := limited(t)
	for name, args := range byID {
		name, _, _ = strings.Cut(name, " ")
		s.Refuse("drive.files.get", googletest.Refusal{Status: 500, Reason: "backendError", Message: "Backend Error"})
		if got := call(t, a, name, fmt.Sprintf(args, "secret")); !got.Failed || strings.Contains(got.Text, "SECRET") {
			t.Errorf("%s: %s", name, got.Text)
		}
	}
}

// No query, however it is written, finds what lies elsewhere.
func TestEscapeBySearch(t *testing.T) {
	t.Parallel()
	for _, query := range []string{
		"title contains 'secret'", "fullText contains 'SECRET'", "title != 'x'", "not title contains 'zzz'", "owner = 'me'",
		"parentId = 'other'", "parentId = 'root'", "parentId != 'mine'", "sharedWithMe = true", "mimeType contains 'text' or title contains 's'",
		`title = 'x\') or (name contains \'s'`,
	} {
		_, a := limited(t)
		got := call(t, a, "search_files", fmt.Sprintf(`{"query":%q,"pageSize":30}`, query))
		if got.Failed || hasElsewhere(got.Text) {
			t.Errorf("%s: %s", query, got.Text)
		}
	}
}

func TestEscapeByARecentFile(t *testing.T) {
	t.Parallel()
	_, a := limited(t)
	for _, order := range []string{"recency", "lastModified", "lastModifiedByMe"} {
		if got := call(t, a, "list_recent_files", `{"pageSize":30,"orderBy":"`+order+`"}`); got.Failed || hasElsewhere(got.Text) {
			t.Errorf("%s: %s", order, got.Text)
		}
	}
}

// hasElsewhere reports whether a list shows what lies elsewhere, or leads there.
func hasElsewhere(list string) bool {
	for _, f := range elsewhere() {
		if strings.Contains(list, "\n"+f.ID+"\t") {
			return true
		}
	}
	return strings.Contains(list, "SECRET")
}

// What Google puts elsewhere, of a folder that was moved at the same moment, is no
// success.
func TestEscapeByAFileThatIsMadeElsewhere(t *testing.T) {
	t.Parallel()
	s, a := limited(t)
	s.Set(func(w *googletest.World) { w.Misplaces = googletest.RootID })
	for name, args := range map[string]string{"create_file": `{"title":"t","textContent":"x"}`, "copy_file": `{"fileId":"report"}`} {
		if got := call(t, a, name, args); !got.Failed || !strings.Contains(got.Text, "not in the folder") {
			t.Errorf("%s: %s", name, got.Text)
		}
	}
}
