package postgres_test

import (
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/guildsbox/guilds/internal/postgres/pgtest"
)

// Every statement of the package fits the migrated schema. They are found in the
// package's source, so that none is forgotten: each constant expression that
// begins with a verb of SQL, whether it has a name or stands in a call.
func TestStatementsFitTheSchema(t *testing.T) {
	t.Parallel()
	found := statements(t)
	if len(found) < 40 {
		t.Fatalf("the source holds %d statements; the search for them is broken", len(found))
	}
	db := pgtest.New(t)
	conn, err := db.Pool().Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	for _, sql := range slices.Sorted(maps.Keys(found)) {
		bare, _, err := everyNameIsNull.RewriteQuery(t.Context(), conn.Conn(), sql, nil)
		if err == nil {
			_, err = conn.Conn().Prepare(t.Context(), "", bare)
		}
		if err != nil {
			t.Errorf("%s: %s\n%s", found[sql], err, sql)
		}
	}
}

// everyNameIsNull turns @name into $1: names that it does not know become null.
var everyNameIsNull = pgx.NamedArgs{}

var statementForm = regexp.MustCompile(`^\s*(select|insert into|update \w+(\s\w+)?\s+set|delete from|with)\s`)

// statements returns the SQL in the package's source with where it stands.
func statements(t *testing.T) map[string]token.Position {
	t.Helper()
	files := token.NewFileSet()
	var parsed []*ast.File
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(files, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		parsed = append(parsed, file)
	}
	// Other packages are not all found, and names of theirs count as errors, which
	// are passed over: the package's own constants are computed all the same.
	checked := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	config := types.Config{Error: func(error) {}}
	_, _ = config.Check("postgres", files, parsed, checked)
	found := map[string]token.Position{}
	for _, file := range parsed {
		ast.Inspect(file, func(n ast.Node) bool {
			expr, ok := n.(ast.Expr)
			value := checked.Types[expr].Value
			if !ok || value == nil || value.Kind() != constant.String {
				return true
			}
			// What holds a verb of fmt is the form of a statement that is built for one
			// collection; the tests of records run what is made of it.
			if sql := constant.StringVal(value); statementForm.MatchString(sql) && !strings.Contains(sql, "%s") {
				found[sql] = files.Position(expr.Pos())
			}
			return false // the parts of a constant are no statements
		})
	}
	return found
}
