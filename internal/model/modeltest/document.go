package modeltest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"
)

// The document is OpenRouter's and not part of this repository. It stands in the
// folder that the variable names, or else in one beside the project.
const (
	folderVariable = "GUILDSTEST_UPSTREAMS"
	documentName   = "openrouter/openrouter-openapi.cut.json"
)

var document = sync.OnceValues(func() (*openapi3.T, error) {
	folder := os.Getenv(folderVariable)
	if folder == "" {
		root, err := projectRoot()
		if err != nil {
			return nil, err
		}
		folder = filepath.Join(root, "..", "shared", "upstreams")
	}
	d, err := openapi3.NewLoader().LoadFromFile(filepath.Join(folder, filepath.FromSlash(documentName)))
	if err != nil {
		return nil, fmt.Errorf("OpenRouter's OpenAPI document cannot be read (%w); set %s to the folder that holds %s", err, folderVariable, documentName)
	}
	return d, nil
})

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

// fits holds a JSON value against a schema of the document.
func fits(d *openapi3.T, schema string, data []byte) error {
	var value any
	if err := json.Unmarshal(data, &value); err != nil {
		return err
	}
	return d.Components.Schemas[schema].Value.VisitJSON(value)
}
