package googletest

import (
	"net/http"
	"slices"
	"strings"
)

// FolderType is the media type of a folder.
const FolderType = "application/vnd.google-apps.folder"

// RootID is the id of My Drive itself, which "root" stands for.
const RootID = "0AMyDriveRootPVA"

// File is one file or folder of Drive.
type File struct {
	ID, Name string
	Type     string // media type; empty for a folder
	Parent   string // the folder that it lies in; empty where the account does not see it
	Drive    string // the shared drive that it lies in
	Shared   bool   // it was shared with the account, which does not own it
	Trashed  bool
}

// Drive is a shared drive. Its id is also that of its top folder.
type Drive struct{ ID, Name string }

// all are the files with the top folders, as Drive knows them.
func (s *Server) all() []File {
	all := []File{{ID: RootID, Name: "My Drive"}}
	for _, d := range s.world.Drives {
		all = append(all, File{ID: d.ID, Name: "Drive", Drive: d.ID})
	}
	return append(all, s.world.Files...)
}

func (f File) resource() map[string]any {
	r := map[string]any{"kind": "drive#file", "id": f.ID, "name": f.Name, "mimeType": f.mimeType(), "trashed": f.Trashed}
	if f.Parent != "" {
		r["parents"] = []any{f.Parent}
	}
	if f.Drive == "" {
		r["ownedByMe"] = !f.Shared // it is not filled in for items of a shared drive
	} else {
		r["driveId"] = f.Drive
	}
	return r
}

func (f File) mimeType() string {
	if f.Type == "" {
		return FolderType
	}
	return f.Type
}

// getFile hides items of shared drives from a client that does not say that it
// knows of them.
func (s *Server) getFile(c *call) (map[string]any, *Refusal) {
	id := c.values["fileId"]
	for _, f := range s.all() {
		if (f.ID == id || id == "root" && f.ID == RootID) && (f.Drive == "" || c.query.Get("supportsAllDrives") == "true") {
			return f.resource(), nil
		}
	}
	return nil, &Refusal{Status: http.StatusNotFound, Message: "File not found: " + id + ".", Reason: "notFound"}
}

func (s *Server) listFiles(c *call) (map[string]any, *Refusal) {
	keep, refused := parseQuery(c.query.Get("q"))
	if refused != nil {
		return nil, refused
	}
	withDrives := c.query.Get("includeItemsFromAllDrives") == "true"
	if withDrives && c.query.Get("supportsAllDrives") != "true" {
		return nil, &Refusal{Status: http.StatusForbidden, Message: "The supportsAllDrives parameter must be set if includeItemsFromAllDrives is.", Reason: "teamDrivesParameterMustBeSet"}
	}
	found := []any{}
	for _, f := range s.all() {
		if keep(f) && (f.Drive == "" || withDrives) {
			found = append(found, f.resource())
		}
	}
	answer, refused := page("files", found, c.query, s.world.FilesPage)
	if answer != nil {
		answer["kind"], answer["incompleteSearch"] = "drive#fileList", false
	}
	return answer, refused
}

func (s *Server) listDrives(c *call) (map[string]any, *Refusal) {
	found := []any{}
	for _, d := range s.world.Drives {
		found = append(found, d.resource())
	}
	answer, refused := page("drives", found, c.query, s.world.DrivesPage)
	if answer != nil {
		answer["kind"] = "drive#driveList"
	}
	return answer, refused
}

func (d Drive) resource() map[string]any {
	return map[string]any{"kind": "drive#drive", "id": d.ID, "name": d.Name}
}

func (s *Server) getDrive(c *call) (map[string]any, *Refusal) {
	i := slices.IndexFunc(s.world.Drives, func(d Drive) bool { return d.ID == c.values["driveId"] })
	if i < 0 {
		return nil, &Refusal{Status: http.StatusNotFound, Message: "Shared drive not found: " + c.values["driveId"], Reason: "notFound"}
	}
	return s.world.Drives[i].resource(), nil
}

// parseQuery reads the part of Drive's search language that is used: conditions
// with "and" between them.
func parseQuery(q string) (keep func(File) bool, refused *Refusal) {
	var all []func(File) bool
	for condition := range strings.SplitSeq(q, " and ") {
		test := parseCondition(strings.Join(strings.Fields(condition), ""))
		if test == nil {
			return nil, invalidArgument("Invalid Value")
		}
		all = append(all, test)
	}
	return func(f File) bool {
		return !slices.ContainsFunc(all, func(test func(File) bool) bool { return !test(f) })
	}, nil
}

func parseCondition(c string) func(File) bool {
	if id, ok := strings.CutSuffix(c, "'inparents"); ok {
		id = strings.Replace(strings.TrimPrefix(id, "'"), "root", RootID, 1)
		return func(f File) bool { return f.Parent == id }
	}
	if value, ok := strings.CutPrefix(c, "mimeType='"); ok {
		return func(f File) bool { return f.mimeType()+"'" == value }
	}
	return map[string]func(File) bool{
		"trashed=false":     func(f File) bool { return !f.Trashed },
		"sharedWithMe=true": func(f File) bool { return f.Shared },
	}[c]
}
