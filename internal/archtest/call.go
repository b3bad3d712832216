package archtest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"slices"
	"strconv"
)

// usedOnlyIn lets only the packages in where name certain functions of a package
// of the standard library, whether to call them or to hand them on.
func usedOnlyIn(name, reason, library string, functions []string, where ...string) Rule {
	return Rule{name, reason, where, func(g Graph) (broken []string) {
		for _, p := range g.own() {
			if matches(p.Path, where...) || !slices.Contains(p.Imports, library) {
				continue
			}
			for _, file := range p.GoFiles {
				broken = append(broken, uses(filepath.Join(p.Dir, file), path.Join(p.Path, file), library, functions)...)
			}
		}
		return broken
	}}
}

// uses returns where the file names one of the functions, one line each. A file
// that does not parse is a line too.
func uses(file, shown, library string, functions []string) (found []string) {
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, file, nil, parser.SkipObjectResolution)
	if err != nil {
		return []string{err.Error()}
	}
	local := localName(tree, library)
	ast.Inspect(tree, func(n ast.Node) bool {
		selector, ok := n.(*ast.SelectorExpr)
		if !ok || !slices.Contains(functions, selector.Sel.Name) {
			return true
		}
		if x, ok := selector.X.(*ast.Ident); ok && x.Name == local {
			found = append(found, fmt.Sprintf("%s:%d uses %s.%s", shown, set.Position(n.Pos()).Line, library, selector.Sel.Name))
		}
		return true
	})
	return found
}

// localName returns the name that the file gives the library, and "" where it
// does not import it.
func localName(tree *ast.File, library string) string {
	for _, spec := range tree.Imports {
		if imported, err := strconv.Unquote(spec.Path.Value); err != nil || imported != library {
			continue
		}
		if spec.Name != nil {
			return spec.Name.Name
		}
		return path.Base(library)
	}
	return ""
}
