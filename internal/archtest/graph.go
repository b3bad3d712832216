package archtest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os/exec"
	"slices"
	"strings"
)

// Package is one package of the build.
type Package struct {
	Path      string   // below the module for our own, such as internal/guild; else the whole import path
	Own       bool     // of this module
	Imports   []string // of the files that are built, without those of tests; paths as in Path
	Dir       string   // where its files are
	GoFiles   []string // the names of the files that are built
	TestFiles []string // the names of its test files
}

// Graph is every package that the module's packages reach, but for the standard
// library's: those reach nothing of interest, and have names such as internal/abi.
type Graph struct {
	packages map[string]Package
}

// NewGraph returns the graph of the given packages.
func NewGraph(packages ...Package) Graph {
	g := Graph{packages: map[string]Package{}}
	for _, p := range packages {
		g.packages[p.Path] = p
	}
	return g
}

// Load asks the go command for the packages of the module that dir is in, and for
// all that they reach. A package that does not parse is an error.
func Load(dir string) (Graph, error) {
	module, err := goCommand(dir, "list", "-m", "-f", "{{.Path}}")
	if err != nil {
		return Graph{}, err
	}
	prefix := strings.TrimSpace(string(module)) + "/"
	listed, err := goCommand(dir, "list", "-deps", "-json=ImportPath,Dir,Standard,GoFiles,TestGoFiles,XTestGoFiles,Imports", prefix+"...")
	if err != nil {
		return Graph{}, err
	}
	var packages []Package
	for decoder := json.NewDecoder(bytes.NewReader(listed)); ; {
		var p struct {
			ImportPath, Dir                             string
			Standard                                    bool
			GoFiles, TestGoFiles, XTestGoFiles, Imports []string
		}
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return NewGraph(packages...), nil
		} else if err != nil {
			return Graph{}, fmt.Errorf("read what go list printed: %w", err)
		}
		if p.Standard {
			continue
		}
		path, own := strings.CutPrefix(p.ImportPath, prefix)
		for i := range p.Imports {
			p.Imports[i] = strings.TrimPrefix(p.Imports[i], prefix)
		}
		packages = append(packages, Package{
			Path: path, Own: own, Imports: p.Imports, Dir: p.Dir,
			GoFiles: p.GoFiles, TestFiles: slices.Concat(p.TestGoFiles, p.XTestGoFiles),
		})
	}
}

func goCommand(dir string, args ...string) ([]byte, error) {
	var stderr bytes.Buffer
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go %s: %w\n%s", args[0], err, stderr.String())
	}
	return out, nil
}

// own returns the module's packages that one of the patterns matches, or all where
// there is no pattern, sorted.
func (g Graph) own(patterns ...string) []Package {
	var found []Package
	for _, path := range slices.Sorted(maps.Keys(g.packages)) {
		if p := g.packages[path]; p.Own && (len(patterns) == 0 || matches(path, patterns...)) {
			found = append(found, p)
		}
	}
	return found
}

// way returns the shortest chain of imports from one package to the first that
// bad accepts, and nil where there is none.
func (g Graph) way(from string, bad func(path string) bool) []string {
	before := map[string]string{from: ""}
	queue := []string{from}
	for len(queue) > 0 {
		path := queue[0]
		queue = queue[1:]
		if path != from && bad(path) {
			return chain(before, path)
		}
		for _, next := range g.packages[path].Imports {
			if _, seen := before[next]; !seen {
				before[next] = path
				queue = append(queue, next)
			}
		}
	}
	return nil
}

func chain(before map[string]string, end string) []string {
	var links []string
	for path := end; path != ""; path = before[path] {
		links = append(links, path)
	}
	slices.Reverse(links)
	return links
}

// matches reports whether one of the patterns accepts the path: a/... is a and all
// below it, a/* what lies directly below a, and anything else itself.
func matches(path string, patterns ...string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		if root, ok := strings.CutSuffix(pattern, "/..."); ok {
			return path == root || strings.HasPrefix(path, root+"/")
		}
		if parent, ok := strings.CutSuffix(pattern, "/*"); ok {
			child, below := strings.CutPrefix(path, parent+"/")
			return below && !strings.Contains(child, "/")
		}
		return path == pattern
	})
}
