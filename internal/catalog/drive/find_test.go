package drive_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/connectortest"
	"github.com/guildsbox/guilds/internal/google/googletest"
)

// ids returns what a list shows, and the token of the page after it.
func ids(t *testing.T, text string) (found []string, next string) {
	t.Helper()
	for i, row := range connectortest.Rows(t, text) {
		note := strings.HasPrefix(row[0], "[")
		if at := strings.Index(row[0], "pass pageToken "); note && at >= 0 {
			next = strings.Fields(row[0][at:])[2]
		}
		if i > 0 && !note {
			found = append(found, row[0])
		}
	}
	return found, next
}

// all reads every page of a list.
func all(t *testing.T, a connector.Account, name, args string) (found []string, pages int) {
	t.Helper()
	token := ""
	for pages < 40 {
		got := call(t, a, name, strings.TrimSuffix(args, "}")+token+"}")
		if got.Failed {
			t.Fatal(got.Text)
		}
		page, next := ids(t, got.Text)
		found, pages = append(found, page...), pages+1
		if next == "" {
			break
		}
		token = fmt.Sprintf(`,"pageToken":%q`, next)
	}
	return found, pages
}

// many adds files to the folder and far more beside it.
func many(s *googletest.Server, folders int) {
	s.Set(func(w *googletest.World) {
		w.FilesPage = 100
		for i := range folders {
			w.Files = append(w.Files, googletest.File{ID: fmt.Sprint("folder", i), Name: "Folder", Parent: "mine"})
		}
		for i := range 300 {
			w.Files = append(w.Files, googletest.File{ID: fmt.Sprint("out", i), Name: "hit", Type: "text/plain", Parent: "other"})
		}
		for i := range 45 {
			w.Files = append(w.Files, googletest.File{ID: fmt.Sprint("in", i), Name: "hit", Type: "text/plain", Parent: "deep"})
		}
	})
}

// Every file of the folder is found exactly once, whether Drive can be asked for the
// folder alone or what it finds has to be sorted out.
func TestPagesFindEveryFileOnce(t *testing.T) {
	t.Parallel()
	for _, folders := range []int{0, 60} {
		s, a := limited(t)
		many(s, folders)
		found, pages := all(t, a, "search_files", `{"query":"title = 'hit'","pageSize":30}`)
		seen := map[string]bool{}
		for _, id := range found {
			seen[id] = true
		}
		if len(found) != 45 || len(seen) != 45 || hasElsewhere("\n"+strings.Join(found, "\t\n")) {
			t.Errorf("%d folders: %d files, %d different", folders, len(found), len(seen))
		}
		if pages > 3 {
			t.Errorf("%d folders: %d pages", folders, pages)
		}
	}
}

func TestSearchIsKeptToTheFolderWhereItCanBe(t *testing.T) {
	t.Parallel()
	s, a := limited(t)
	call(t, a, "search_files", `{"query":"title contains 'x'"}`)
	asked := s.Requests("/drive/v3/files")
	q := asked[len(asked)-1].Query
	if want := "trashed = false and (name contains 'x') and ('mine' in parents or 'deep' in parents or 'deeper' in parents or 'deepest' in parents)"; q.Get("q") != want {
		t.Errorf("q is %q; want %q", q.Get("q"), want)
	}
	if q.Get("orderBy") != "modifiedTime desc" || q.Has("corpora") {
		t.Errorf("the query is %v", q)
	}
}

func TestAFolderOfASharedDrive(t *testing.T) {
	t.Parallel()
	for _, folder := range []string{"0ATeam", "plans"} {
		s, a := limited(t)
		s.Set(func(w *googletest.World) {
			w.Drives = append(w.Drives, googletest.Drive{ID: "0ALegal", Name: "Legal"})
			w.Files = append(w.Files,
				googletest.File{ID: "plans", Name: "Plans", Parent: "0ATeam", Drive: "0ATeam"},
				googletest.File{ID: "teamfile", Name: "team.txt", Type: "text/plain", Parent: "plans", Drive: "0ATeam", Data: "ours"},
				googletest.File{ID: "lawfile", Name: "team.txt", Type: "text/plain", Parent: "0ALegal", Drive: "0ALegal", Data: "SECRET"})
		})
		a.FolderID = folder
		if found, _ := all(t, a, "search_files", `{"query":"title = 'team.txt'"}`); strings.Join(found, " ") != "teamfile" {
			t.Errorf("%s: found %q", folder, found)
		}
		asked := s.Requests("/drive/v3/files")
		if q := asked[len(asked)-1].Query; q.Get("corpora") != "drive" || q.Get("driveId") != "0ATeam" {
			t.Errorf("%s: the query is %v", folder, q)
		}
		if got := call(t, a, "read_file_content", `{"fileId":"teamfile"}`); !strings.HasSuffix(got.Text, "\n\nours") {
			t.Errorf("%s: %s", folder, got.Text)
		}
		for name, args := range map[string]string{"create_file": `{"title":"new.txt","textContent":"x"}`, "copy_file": `{"fileId":"teamfile"}`} {
			if got := call(t, a, name, args); got.Failed || made(s).Drive != "0ATeam" {
				t.Errorf("%s: %s made %+v: %s", folder, name, made(s), got.Text)
			}
		}
		refused(t, s, a, "lawfile")
	}
}

// A folder may be shared out of a shared drive whose members the account is not among.
func TestAFolderOfASharedDriveThatIsNotSeen(t *testing.T) {
	t.Parallel()
	s, a := limited(t)
	s.Set(func(w *googletest.World) {
		w.Files = append(w.Files,
			googletest.File{ID: "part", Name: "A part", Shared: true, Drive: "0AHidden"},
			googletest.File{ID: "partfile", Name: "part.txt", Type: "text/plain", Parent: "part", Drive: "0AHidden", Data: "ours"})
	})
	a.FolderID = "part"
	if found, _ := all(t, a, "list_recent_files", `{}`); strings.Join(found, " ") != "partfile" {
		t.Errorf("found %q", found)
	}
	if got := call(t, a, "read_file_content", `{"fileId":"partfile"}`); got.Failed {
		t.Error(got.Text)
	}
}

func TestAnIncompleteSearchSaysSo(t *testing.T) {
	t.Parallel()
	s, a := limited(t)
	s.Set(func(w *googletest.World) { w.Incomplete = true })
	if got := call(t, a, "search_files", `{"query":"title = 'nothing'"}`).Text; !strings.HasSuffix(got, "; Google did not search everywhere]") {
		t.Error(got)
	}
}

func TestAFolderThatWentBad(t *testing.T) {
	t.Parallel()
	for says, change := range map[string]func(*googletest.World){
		`"Invoices" is in the bin`: func(w *googletest.World) { w.Files[0].Trashed = true },
		"is not there any more":    func(w *googletest.World) { w.Files = w.Files[1:] },
	} {
		s, a := limited(t)
		s.Set(change)
		for name, args := range map[string]string{"search_files": `{"query":"title = 'x'"}`, "list_recent_files": `{}`, "create_file": `{"title":"t","textContent":"x"}`} {
			if got := call(t, a, name, args); !got.Failed || !strings.Contains(got.Text, says) {
				t.Errorf("%s: %q; want %q", name, got.Text, says)
			}
		}
	}
}

func TestAFolderThatCannotBeAddedTo(t *testing.T) {
	t.Parallel()
	s, a := limited(t)
	s.Set(func(w *googletest.World) { w.Files[0].ReadOnly = true })
	for name, args := range map[string]string{"create_file": `{"title":"t","textContent":"x"}`, "copy_file": `{"fileId":"doc"}`} {
		if got := call(t, a, name, args); !got.Failed || !strings.Contains(got.Text, `may not add anything to the folder "Invoices"`) {
			t.Errorf("%s: %s", name, got.Text)
		}
	}
}

func TestPermissionsHavePages(t *testing.T) {
	t.Parallel()
	s, a := limited(t)
	s.Set(func(w *googletest.World) {
		for i := range 620 {
			w.Files[4].People = append(w.Files[4].People, googletest.Person{ID: fmt.Sprint(i), Kind: "user", Role: "reader", Email: fmt.Sprintf("p%d@example.com", i)})
		}
	})
	rows := connectortest.Rows(t, call(t, a, "get_file_permissions", `{"fileId":"report"}`).Text)
	if len(rows) != 1+500+1 || rows[len(rows)-1][0] != "[more are not shown]" {
		t.Errorf("%d lines, the last %q", len(rows), rows[len(rows)-1])
	}
}

// Every answer of https://developers.google.com/workspace/drive/api/guides/handle-errors
// says what it means, and shows no token.
func TestEveryRefusalSaysWhy(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		tool, args, method string
		refusal            googletest.Refusal
		says               string
	}{
		{"list_recent_files", `{}`, "drive.files.list", googletest.Refusal{Status: 400, Reason: "invalid", Message: "Invalid Value"}, "the arguments are refused (HTTP 400, code invalid): Invalid Value"},
		{"list_recent_files", `{}`, "drive.files.get", googletest.Unauthenticated, "the credential is not accepted (HTTP 401, code authError)"},
		{"list_recent_files", `{}`, "drive.files.get", googletest.ScopeInsufficient, "the login lacks a permission"},
		{"list_recent_files", `{}`, "drive.files.list", googletest.ServiceDisabled, "the API is not enabled"},
		{"list_recent_files", `{}`, "drive.files.list", googletest.RateLimited, "too many calls"},
		{"get_file_metadata", `{"fileId":"report"}`, "drive.files.get", googletest.Refusal{Status: 403, Reason: "domainPolicy", Message: "The domain administrators have disabled Drive apps."}, "the account's organisation forbids it"},
		{"get_file_permissions", `{"fileId":"report"}`, "drive.permissions.list", googletest.Refusal{Status: 403, Reason: "insufficientFilePermissions", Message: "The user does not have sufficient permissions for this file."}, "there is no such thing for this account (HTTP 403, code insufficientFilePermissions)"},
		{"read_file_content", `{"fileId":"doc"}`, "drive.files.export", googletest.Refusal{Status: 403, Reason: "exportSizeLimitExceeded", Message: "This file is too large to be exported."}, "the file is larger than the 10 MB that Google exports"},
		{"read_file_content", `{"fileId":"report"}`, "drive.files.get", googletest.Refusal{Status: 403, Reason: "fileNotDownloadable", Message: "Only files with binary content can be downloaded."}, "the file has no bytes of its own"},
		{"copy_file", `{"fileId":"report"}`, "drive.files.copy", googletest.Refusal{Status: 403, Reason: "cannotCopyFile", Message: "This file cannot be copied by the user."}, "the file cannot be copied by this account"},
		{"copy_file", `{"fileId":"report"}`, "drive.files.copy", googletest.Refusal{Status: 403, Reason: "cannotDownloadFile", Message: "This file cannot be downloaded by the user."}, "does not let it be downloaded"},
		{"create_file", `{"title":"t","textContent":"x"}`, "drive.files.create", googletest.Refusal{Status: 403, Reason: "storageQuotaExceeded", Message: "The user's Drive storage quota has been exceeded."}, "the account's storage is full"},
		{"create_file", `{"title":"t","textContent":"x"}`, "drive.files.create", googletest.Refusal{Status: 403, Reason: "teamDriveFileLimitExceeded", Message: "The file limit for this shared drive has been exceeded."}, "holds as many files as it may"},
		{"create_file", `{"title":"t","textContent":"x"}`, "drive.files.create", googletest.Refusal{Status: 500, Reason: "backendError", Message: "Backend Error"}, "it has a fault of its own (HTTP 500, code backendError)"},
		{"copy_file", `{"fileId":"report"}`, "drive.files.copy", googletest.Refusal{Status: 403, Reason: "sharingRateLimitExceeded", Message: "Rate limit exceeded."}, "too many calls"},
	} {
		s, a := limited(t)
		if tt.method != "" {
			s.Refuse(tt.method, tt.refusal)
		}
		got := call(t, a, tt.tool, tt.args)
		if !got.Failed || !strings.HasPrefix(got.Text, "ERROR: Google: ") || !strings.Contains(got.Text, tt.says) || strings.Contains(got.Text, a.Token) {
			t.Errorf("%s, %s: %q; want %q", tt.tool, tt.refusal.Reason, got.Text, tt.says)
		}
	}
}
