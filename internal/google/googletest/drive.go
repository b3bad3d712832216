package googletest

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
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

	Data     string            // what it holds
	Exports  map[string]string // what one of Google's own types is exported as, by media type
	Target   string            // the id of what a shortcut leads to
	Modified time.Time
	ReadOnly bool // the account cannot add to it
	People   []Person
}

// Person is somebody who may do something with a file.
type Person struct{ ID, Kind, Role, Email, Name string }

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

func (s *Server) resource(f File) map[string]any {
	r := map[string]any{
		"kind": "drive#file", "id": f.ID, "name": f.Name, "mimeType": f.mimeType(), "trashed": s.binned(f),
		"webViewLink":  "https://drive.google.com/file/d/" + f.ID,
		"capabilities": map[string]any{"canAddChildren": f.Type == "" && !f.ReadOnly},
	}
	if f.Parent != "" {
		r["parents"] = []any{f.Parent}
	}
	if f.Drive == "" { // neither is filled in for items of a shared drive
		r["ownedByMe"] = !f.Shared
		r["owners"] = []any{map[string]any{"displayName": "Some One", "emailAddress": s.world.Email}}
	} else {
		r["driveId"] = f.Drive
	}
	if !f.Modified.IsZero() {
		r["modifiedTime"], r["createdTime"] = f.Modified.Format(time.RFC3339), f.Modified.Format(time.RFC3339)
	}
	if f.stored() {
		r["size"] = strconv.Itoa(len(f.Data))
	}
	if f.Target != "" {
		r["shortcutDetails"] = map[string]any{"targetId": f.Target}
	}
	return r
}

// stored reports whether a file has bytes of its own.
func (f File) stored() bool {
	return f.Type != "" && !strings.HasPrefix(f.Type, "application/vnd.google-apps.")
}

// binned reports whether a file, or a folder above it, is in the bin.
func (s *Server) binned(f File) bool {
	for range 100 {
		if f.Trashed {
			return true
		}
		above, found := s.find(f.Parent)
		if !found {
			return false
		}
		f = above
	}
	return false
}

func (s *Server) find(id string) (File, bool) {
	all := s.all()
	i := slices.IndexFunc(all, func(f File) bool { return f.ID == id || id == "root" && f.ID == RootID })
	if i < 0 {
		return File{}, false
	}
	return all[i], true
}

func (f File) mimeType() string {
	if f.Type == "" {
		return FolderType
	}
	return f.Type
}

// see returns a file, and hides items of shared drives from a client that does not
// say that it knows of them.
func (s *Server) see(c *call) (File, *Refusal) {
	id := c.values["fileId"]
	f, found := s.find(id)
	// files.export alone has no such parameter.
	knows := c.query.Get("supportsAllDrives") == "true" || c.ID == "drive.files.export"
	if !found || f.Drive != "" && !knows {
		return File{}, &Refusal{Status: http.StatusNotFound, Message: "File not found: " + id + ".", Reason: "notFound"}
	}
	return f, nil
}

func (s *Server) getFile(c *call) (map[string]any, *Refusal) {
	f, refused := s.see(c)
	switch {
	case refused != nil:
		return nil, refused
	case c.query.Get("alt") != "media":
		return s.resource(f), nil
	case !f.stored():
		return nil, &Refusal{Status: http.StatusForbidden, Message: "Only files with binary content can be downloaded. Use Export with Docs Editors files.", Reason: "fileNotDownloadable"}
	}
	c.answer = &Content{Type: f.Type, Data: f.Data}
	return nil, nil
}

func (s *Server) exportFile(c *call) (map[string]any, *Refusal) {
	f, refused := s.see(c)
	if refused != nil {
		return nil, refused
	}
	kind := c.query.Get("mimeType")
	data, known := f.Exports[kind]
	if !known {
		return nil, &Refusal{Status: http.StatusBadRequest, Message: "The requested conversion is not supported.", Reason: "badRequest"}
	}
	c.answer = &Content{Type: kind, Data: data}
	return nil, nil
}

func (s *Server) listFiles(c *call) (map[string]any, *Refusal) {
	keep, refused := parseQuery(c.query.Get("q"))
	if refused != nil {
		return nil, refused
	}
	drive, byDrive := c.query.Get("driveId"), c.query.Get("corpora") == "drive"
	withDrives := c.query.Get("includeItemsFromAllDrives") == "true"
	switch {
	case withDrives && c.query.Get("supportsAllDrives") != "true":
		return nil, &Refusal{Status: http.StatusForbidden, Message: "The supportsAllDrives parameter must be set if includeItemsFromAllDrives is.", Reason: "teamDrivesParameterMustBeSet"}
	case byDrive != (drive != ""):
		return nil, invalidArgument("The driveId parameter must be specified if and only if corpora is set to drive.")
	case byDrive && !slices.ContainsFunc(s.world.Drives, func(d Drive) bool { return d.ID == drive }):
		return nil, &Refusal{Status: http.StatusNotFound, Message: "Shared drive not found: " + drive, Reason: "notFound"}
	case strings.Contains(c.query.Get("q"), "fullText") && c.query.Has("orderBy"):
		return nil, invalidArgument("Sorting is not supported for queries with fullText terms. Results are always in descending relevance order.")
	}
	files, wrong := sorted(s.all(), c.query.Get("orderBy"))
	if wrong {
		return nil, invalidArgument("Invalid Value")
	}
	found := []any{}
	for _, f := range files {
		f.Trashed = s.binned(f)
		if keep(f) && (f.Drive == "" || withDrives) && (!byDrive || f.Drive == drive) {
			found = append(found, s.resource(f))
		}
	}
	answer, refused := page("files", found, c.query, s.world.FilesPage)
	if answer != nil {
		answer["kind"], answer["incompleteSearch"] = "drive#fileList", s.world.Incomplete
	}
	return answer, refused
}

// sorted sorts files by one of Drive's keys, which are all about one time here.
func sorted(files []File, by string) (_ []File, wrong bool) {
	key, descending := strings.CutSuffix(by, " desc")
	switch key {
	case "", "name_natural":
	case "recency", "modifiedTime", "modifiedByMeTime":
		slices.SortStableFunc(files, func(a, b File) int { return a.Modified.Compare(b.Modified) })
	default:
		return nil, true
	}
	if descending {
		slices.Reverse(files)
	}
	return files, false
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
