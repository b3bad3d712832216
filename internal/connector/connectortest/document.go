package connectortest

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

// Document is a vendor's OpenAPI document, and what it leaves out.
type Document struct {
	// File is the document, in the folder of the vendors' documents:
	// "coingecko/openapi.json".
	File string
	// Text is a document of our own instead, for a vendor that publishes none.
	Text string

	// Base is the address below which the document's paths lie.
	Base string

	// Accepts reports whether a request brings the credential that the vendor knows.
	// Any other is answered with Rejected. Nil accepts all.
	Accepts  func(*http.Request) bool
	Rejected Answer
}

// Header accepts requests that bring exactly this value in a header.
func Header(name, value string) func(*http.Request) bool {
	return func(r *http.Request) bool { return r.Header.Get(name) == value }
}

// FolderVariable names the folder that holds the documents. Without it they are looked
// for beside the checkout.
const FolderVariable = "GUILDSTEST_UPSTREAMS"

// Read returns a file of the folder of the vendors' documents. Without it the test is
// skipped, and fails under CI=true.
func Read(t testing.TB, name string) []byte {
	t.Helper()
	path, err := find(name)
	if err != nil {
		missing(t, err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func missing(t testing.TB, err error) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatal(err)
	}
	t.Skip(err)
}

func find(name string) (string, error) {
	dir := os.Getenv(FolderVariable)
	if dir == "" {
		root, err := checkout()
		if err != nil {
			return "", err
		}
		dir = filepath.Join(root, "..", "shared", "upstreams")
	}
	path := filepath.Join(dir, filepath.FromSlash(name))
	if _, err := os.Stat(path); err != nil {
		return "", fmt.Errorf("the vendor's document %s is needed for this; set %s to the folder that holds it", name, FolderVariable)
	}
	return path, nil
}

// checkout is the nearest folder above with a go.mod: a test runs in the folder of
// its package.
func checkout() (string, error) {
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

// operation is one operation of a document.
type operation struct {
	name     string // "GET /coins/{id}"
	method   string
	path     string
	match    *regexp.Regexp
	document Document
	spec     *openapi3.T
	item     *openapi3.PathItem
	declared *openapi3.Operation
}

var loaded sync.Map // of a file's path to its *openapi3.T, which nobody changes

func (d Document) load() (*openapi3.T, error) {
	loader := openapi3.NewLoader()
	loader.IsExternalRefsAllowed = true
	if d.Text != "" {
		return loader.LoadFromData([]byte(d.Text))
	}
	path, err := find(d.File)
	if err != nil {
		return nil, err
	}
	if spec, ok := loaded.Load(path); ok {
		return spec.(*openapi3.T), nil
	}
	spec, err := loader.LoadFromFile(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", d.File, err)
	}
	loaded.Store(path, spec)
	return spec, nil
}

// operations returns those of a document, the ones with the most literal paths first,
// as they decide.
func (d Document) operations() ([]*operation, error) {
	spec, err := d.load()
	if err != nil {
		return nil, err
	}
	base, err := url.Parse(d.Base)
	if err != nil {
		return nil, err
	}
	var all []*operation
	for path, item := range spec.Paths.Map() {
		for method, declared := range item.Operations() {
			all = append(all, &operation{
				name: method + " " + path, method: method, path: path, match: template(base.Path + path),
				document: d, spec: spec, item: item, declared: declared,
			})
		}
	}
	slices.SortFunc(all, func(a, b *operation) int {
		if n := strings.Count(a.path, "{") - strings.Count(b.path, "{"); n != 0 {
			return n
		}
		return strings.Compare(a.name, b.name)
	})
	return all, nil
}

var braces = regexp.MustCompile(`\\\{([^}]+)\\\}`)

// template matches the escaped paths that a template stands for.
func template(path string) *regexp.Regexp {
	return regexp.MustCompile("^" + braces.ReplaceAllString(regexp.QuoteMeta(path), `([^/]+)`) + "$")
}

var names = regexp.MustCompile(`\{([^}]+)\}`)

// parameters returns the values in a path that is this operation's, or false.
func (o *operation) parameters(r *http.Request) (map[string]string, bool) {
	found := o.match.FindStringSubmatch(r.URL.EscapedPath())
	if found == nil || r.Method != o.method {
		return nil, false
	}
	values := map[string]string{}
	for i, name := range names.FindAllStringSubmatch(o.path, -1) {
		value, err := url.PathUnescape(found[i+1])
		if err != nil {
			return nil, false
		}
		values[name[1]] = value
	}
	return values, true
}
