package print

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/itchyny/gojq"
	"github.com/spf13/cobra"
)

// everything is the value of a bare --json.
const everything = "*"

// Format holds what --json and --jq asked for.
type Format struct {
	shown  reflect.Type // of the thing, or of one item of a list
	json   bool
	fields []string // chosen ones in the order asked for; none means all
	query  *gojq.Code
}

// Flags gives a command that shows a T, or a list of T, the flags --json and
// --jq. Both are checked while flags are parsed, before the command does
// anything.
func Flags[T any](cmd *cobra.Command) *Format {
	f := &Format{shown: reflect.TypeFor[T]()}
	cmd.Flags().Var(jsonFlag{f}, "json", "print JSON: everything, or with --json=a,b the named fields only")
	cmd.Flags().Lookup("json").NoOptDefVal = everything
	cmd.Flags().Var(jqFlag{f}, "jq", "print what this jq expression makes of the JSON")
	complete := func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return fieldsOf(f.shown), cobra.ShellCompDirectiveNoFileComp
	}
	_ = cmd.RegisterFlagCompletionFunc("json", complete) // fails only for a flag that is not there
	return f
}

// wanted reports whether JSON shall be printed; --jq alone is enough.
func (f *Format) wanted() bool { return f != nil && (f.json || f.query != nil) }

// jsonFlag is the value of --json.
type jsonFlag struct{ *Format }

func (f jsonFlag) Type() string   { return "fields" }
func (f jsonFlag) String() string { return "" }

func (f jsonFlag) Set(s string) error {
	f.json, f.fields = true, nil
	if s == everything || s == "true" {
		return nil
	}
	valid := fieldsOf(f.shown)
	for name := range strings.SplitSeq(s, ",") {
		name = strings.TrimSpace(name)
		if !slices.Contains(valid, name) {
			return fmt.Errorf("there is no field %q; the fields are %s", name, strings.Join(valid, ", "))
		}
		f.fields = append(f.fields, name)
	}
	return nil
}

// jqFlag is the value of --jq.
type jqFlag struct{ *Format }

func (f jqFlag) Type() string   { return "expression" }
func (f jqFlag) String() string { return "" }

func (f jqFlag) Set(s string) error {
	query, err := gojq.Parse(s)
	if err == nil {
		f.query, err = gojq.Compile(query)
	}
	return err
}
