package googletest

import (
	"net/http"
	"slices"
	"strconv"
)

// createFile makes a file, in My Drive itself where no folder is said.
func (s *Server) createFile(c *call) (map[string]any, *Refusal) {
	f := File{Type: text(c.body, "mimeType")}
	if c.sent != nil {
		f.Data = c.sent.Data
		if f.Type == "" {
			f.Type = c.sent.Type
		}
	}
	return s.add(c, f, RootID)
}

// copyFile makes a copy, in the source's folder where no other is said.
func (s *Server) copyFile(c *call) (map[string]any, *Refusal) {
	source, refused := s.see(c)
	if refused != nil {
		return nil, refused
	}
	if source.Type == "" {
		return nil, &Refusal{Status: http.StatusForbidden, Message: "This file cannot be copied by the user.", Reason: "cannotCopyFile"}
	}
	return s.add(c, source, source.Parent)
}

// add adds a file as a request describes it.
func (s *Server) add(c *call, f File, parent string) (map[string]any, *Refusal) {
	f.ID, f.Parent, f.Shared = "1New"+strconv.Itoa(len(s.world.Files)), parent, false
	if name := text(c.body, "name"); name != "" {
		f.Name = name
	}
	if parents, ok := c.body["parents"].([]any); ok && len(parents) == 1 {
		f.Parent, _ = parents[0].(string)
	}
	above, found := s.find(f.Parent)
	switch {
	case !found || above.Drive != "" && c.query.Get("supportsAllDrives") != "true":
		return nil, &Refusal{Status: http.StatusNotFound, Message: "File not found: " + f.Parent + ".", Reason: "notFound"}
	case above.ReadOnly:
		return nil, &Refusal{Status: http.StatusForbidden, Message: "The user does not have sufficient permissions for this file.", Reason: "insufficientFilePermissions"}
	}
	f.Drive = above.Drive
	if s.world.Misplaces != "" {
		f.Parent = s.world.Misplaces
	}
	if f.Type == FolderType {
		f.Type = ""
	}
	s.world.Files = append(s.world.Files, f)
	return s.resource(f), nil
}

func (s *Server) listPermissions(c *call) (map[string]any, *Refusal) {
	f, refused := s.see(c)
	if refused != nil {
		return nil, refused
	}
	people := []any{}
	for _, p := range f.People {
		r := map[string]any{"kind": "drive#permission", "id": p.ID, "type": p.Kind, "role": p.Role}
		if p.Email != "" {
			r["emailAddress"] = p.Email
		}
		if p.Name != "" {
			r["displayName"] = p.Name
		}
		people = append(people, r)
	}
	return page("permissions", people, c.query, 100)
}

// Files returns the files that there are now, those that clients made included.
func (s *Server) Files() []File {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.world.Files)
}

func text(object map[string]any, name string) string {
	value, _ := object[name].(string)
	return value
}
