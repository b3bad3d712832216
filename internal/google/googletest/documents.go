package googletest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// document is the part of a discovery document that is checked against:
// https://developers.google.com/discovery/v1/reference/apis.
type document struct {
	RootURL     string              `json:"rootUrl"`
	ServicePath string              `json:"servicePath"`
	Parameters  map[string]property `json:"parameters"` // of every method
	Schemas     map[string]property `json:"schemas"`
	Resources   map[string]resource `json:"resources"`
	Auth        struct {
		OAuth2 struct {
			Scopes map[string]any `json:"scopes"`
		} `json:"oauth2"`
	} `json:"auth"`
}

type resource struct {
	Methods   map[string]*method  `json:"methods"`
	Resources map[string]resource `json:"resources"`
}

type method struct {
	ID         string              `json:"id"`
	HTTPMethod string              `json:"httpMethod"`
	FlatPath   string              `json:"flatPath"`
	Parameters map[string]property `json:"parameters"`
	Scopes     []string            `json:"scopes"` // any one suffices
	Request    property            `json:"request"`
	Response   property            `json:"response"`
	Media      struct {
		Protocols struct {
			Simple struct {
				Path string `json:"path"` // where a file comes with the request
			} `json:"simple"`
		} `json:"protocols"`
	} `json:"mediaUpload"`

	document *document
}

// property is a parameter, or a part of an answer.
type property struct {
	Ref        string              `json:"$ref"`
	Type       string              `json:"type"`
	Location   string              `json:"location"` // "query" or "path", of a parameter
	Required   bool                `json:"required"`
	Deprecated bool                `json:"deprecated"`
	Enum       []string            `json:"enum"`
	Minimum    string              `json:"minimum"`
	Maximum    string              `json:"maximum"`
	Properties map[string]property `json:"properties"`
	Items      *property           `json:"items"`
}

// folderVariable names the folder that holds the documents. Without it they are
// looked for beside the project.
const folderVariable = "GUILDSTEST_UPSTREAMS"

// files are the documents in that folder.
var files = []string{"gmail/gmail-api.json", "drive/drive-api.json"}

// folder returns where the documents are, or why they are nowhere.
func folder() (string, error) {
	dir := os.Getenv(folderVariable)
	if dir == "" {
		root, err := projectRoot()
		if err != nil {
			return "", err
		}
		dir = filepath.Join(root, "..", "shared", "upstreams")
	}
	for _, name := range files {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			return "", fmt.Errorf("the discovery documents of Google are needed for this; set %s to the folder that holds %s", folderVariable, strings.Join(files, " and "))
		}
	}
	return dir, nil
}

// projectRoot is the nearest folder above with a go.mod: a test runs in the folder
// of its package.
func projectRoot() (string, error) {
	dir, err := os.Getwd()
	for err == nil {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); !errors.Is(err, fs.ErrNotExist) {
			return dir, err
		}
		if dir == filepath.Dir(dir) {
			return "", errors.New("no folder above holds a go.mod")
		}
		dir = filepath.Dir(dir)
	}
	return "", err
}

// known are the documents with their methods. Nobody changes them.
type known struct {
	documents []*document
	methods   []*method
}

var loaded sync.Map // of a folder to its *known, because reading them takes a while

// readDocuments returns all documents.
func readDocuments() (*known, error) {
	dir, err := folder()
	if err != nil {
		return nil, err
	}
	if all, ok := loaded.Load(dir); ok {
		return all.(*known), nil
	}
	all := &known{}
	for _, name := range files {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		d := &document{}
		if err := json.Unmarshal(data, d); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all.documents = append(all.documents, d)
		all.methods = d.collect(all.methods, d.Resources)
	}
	loaded.Store(dir, all)
	return all, nil
}

func (d *document) collect(methods []*method, resources map[string]resource) []*method {
	for _, r := range resources {
		for _, m := range r.Methods {
			m.document = d
			methods = append(methods, m)
		}
		methods = d.collect(methods, r.Resources)
	}
	return methods
}

// matches returns the values in an escaped path that is this method's, or false.
func (m *method) matches(httpMethod, path string) (map[string]string, bool) {
	if m.HTTPMethod != httpMethod {
		return nil, false
	}
	if m.uploads(path) {
		return map[string]string{}, true
	}
	template := strings.Split("/"+m.document.ServicePath+m.FlatPath, "/")
	parts := strings.Split(path, "/")
	if len(template) != len(parts) {
		return nil, false
	}
	values := map[string]string{}
	for i, t := range template {
		name, variable := strings.CutPrefix(t, "{")
		switch {
		case variable && parts[i] != "":
			value, err := url.PathUnescape(parts[i])
			if err != nil {
				return nil, false
			}
			values[strings.TrimSuffix(name, "}")] = value
		case t != parts[i]:
			return nil, false
		}
	}
	return values, true
}

// uploads reports whether a path is where this method takes a file.
func (m *method) uploads(path string) bool {
	return path == m.Media.Protocols.Simple.Path && path != ""
}
