package drive_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/catalog/drive"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/connectortest"
	"github.com/guildsbox/guilds/internal/tool/tooltest"
)

func TestDeclared(t *testing.T) {
	t.Parallel()
	tooltest.Declared(t, drive.Connector().Tools(connector.Account{}))
}

// The two tools that write are off at first, and no others.
func TestWhatIsOffAtFirst(t *testing.T) {
	t.Parallel()
	var off []string
	c := drive.Connector()
	for _, one := range c.Tools(connector.Account{}) {
		if connector.IsDefaultOff(c.DefaultOff, one.Name) {
			off = append(off, one.Name)
		}
	}
	if got := strings.Join(off, " "); got != "create_file copy_file" {
		t.Errorf("off at first: %s", got)
	}
	if len(c.PublishedTools()) != 0 {
		t.Error("the box publishes tools before a login has listed them")
	}
}

func TestTools(t *testing.T) {
	t.Parallel()
	if connectortest.Live() {
		t.Skip("Drive was not run against the real service: its cases need a folder of their own")
	}
	for _, tt := range []struct {
		name, tool, args string
		failed           bool
	}{
		{"search_title", "search_files", `{"query":"title contains 'bericht'"}`, false},
		{"search_text", "search_files", `{"query":"fullText contains 'words' and not mimeType = 'application/pdf'","excludeContentSnippets":true}`, false},
		{"search_parent", "search_files", `{"query":"parentId = 'deep' or (modifiedTime >= '2026-11-18' and modifiedTime < '2026-11-19T00:00:00Z')"}`, false},
		{"search_nothing", "search_files", `{"query":"title = 'it\\'s \\\\ nothing'"}`, false},
		{"search_wrong", "search_files", `{"query":"name contains 'x'"}`, true},
		{"recent", "list_recent_files", `{}`, false},
		{"recent_modified", "list_recent_files", `{"orderBy":"lastModified","pageSize":3}`, false},
		{"recent_token", "list_recent_files", `{"pageToken":"made up"}`, true},
		{"read_text", "read_file_content", `{"fileId":"report"}`, false},
		{"read_shortcut", "read_file_content", `{"fileId":"inlink"}`, false},
		{"read_doc", "read_file_content", `{"fileId":"doc"}`, false},
		{"read_sheet", "read_file_content", `{"fileId":"sheet"}`, false},
		{"read_slides", "read_file_content", `{"fileId":"slides"}`, false},
		{"read_latin", "read_file_content", `{"fileId":"latin"}`, false},
		{"read_empty", "read_file_content", `{"fileId":"empty"}`, false},
		{"read_drawing", "read_file_content", `{"fileId":"drawing"}`, true},
		{"read_form", "read_file_content", `{"fileId":"form"}`, true},
		{"read_picture", "read_file_content", `{"fileId":"picture"}`, true},
		{"read_bytes", "read_file_content", `{"fileId":"bytes"}`, true},
		{"read_folder", "read_file_content", `{"fileId":"deep"}`, true},
		{"read_binned", "read_file_content", `{"fileId":"binned"}`, true},
		{"metadata_file", "get_file_metadata", `{"fileId":"report","excludeContentSnippets":true}`, false},
		{"metadata_folder", "get_file_metadata", `{"fileId":"mine"}`, false},
		{"permissions", "get_file_permissions", `{"fileId":"report"}`, false},
		{"permissions_none", "get_file_permissions", `{"fileId":"doc"}`, false},
		{"download_file", "download_file_content", `{"fileId":"picture","file_path":"/home/agent/photo.jpg"}`, false},
		{"download_doc", "download_file_content", `{"fileId":"doc","file_path":"plan"}`, false},
		{"download_by_extension", "download_file_content", `{"fileId":"doc","file_path":"plan.PDF"}`, false},
		{"download_as", "download_file_content", `{"fileId":"sheet","file_path":"n.txt","exportMimeType":"text/csv"}`, false},
		{"download_as_what", "download_file_content", `{"fileId":"doc","file_path":"x","exportMimeType":"image/png"}`, true},
		{"download_as_it_is", "download_file_content", `{"fileId":"picture","file_path":"x","exportMimeType":"image/png"}`, true},
		{"download_folder", "download_file_content", `{"fileId":"deep","file_path":"x"}`, true},
		{"download_form", "download_file_content", `{"fileId":"form","file_path":"x"}`, true},
		{"download_outside", "download_file_content", `{"fileId":"picture","file_path":"../x"}`, true},
		{"create_text", "create_file", `{"title":"note.txt","textContent":"Grüße","disableConversionToGoogleType":true,"parentId":"deep"}`, false},
		{"create_doc", "create_file", `{"title":"Note","textContent":"x"}`, false},
		{"create_empty", "create_file", `{"title":"Note","textContent":""}`, true},
		{"create_sheet", "create_file", `{"file_path":"in.csv"}`, false},
		{"create_folder", "create_file", `{"title":"New","contentMimeType":"application/vnd.google-apps.folder"}`, false},
		{"create_missing", "create_file", `{"file_path":"no.txt"}`, true},
		{"create_outside", "create_file", `{"file_path":"../x"}`, true},
		{"create_large", "create_file", `{"file_path":"/home/agent/big.bin"}`, true},
		{"create_in_file", "create_file", `{"title":"x","textContent":"x","parentId":"report"}`, true},
		{"create_wrong", "create_file", `{"title":"a\nb","file_path":"x","textContent":"x"}`, true},
		{"create_nothing", "create_file", `{}`, true},
		{"create_type", "create_file", `{"title":"x","textContent":"x","contentMimeType":"text/plain\r\nX: y"}`, true},
		{"copy", "copy_file", `{"fileId":"doc"}`, false},
		{"copy_into", "copy_file", `{"fileId":"inlink","title":"Kopie","parentId":"mine"}`, false},
		{"copy_folder", "copy_file", `{"fileId":"deep"}`, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, a := limited(t)
			got := call(t, a, tt.tool, tt.args)
			if got.Failed != tt.failed {
				t.Errorf("failed is %v; want %v", got.Failed, tt.failed)
			}
			tooltest.Golden(t, filepath.Join("testdata", tt.name+".tsv"), got.Text+"\n")
		})
	}
}
