package archtest

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// Rule is one row of the table.
type Rule struct {
	Name   string   // what holds, in one line
	Reason string   // why it is worth a failing build
	names  []string // the patterns of our own packages that the rule speaks of
	check  func(Graph) []string
}

// Check returns what breaks the rule, one line each, and nothing where it holds.
func (r Rule) Check(g Graph) []string { return r.check(g) }

// Dead returns the rule's patterns that match no package of ours: such a rule
// holds because it speaks of nothing.
func (r Rule) Dead(g Graph) []string {
	return slices.DeleteFunc(slices.Clone(r.names), func(pattern string) bool { return len(g.own(pattern)) > 0 })
}

// reaches forbids packages to depend on others, however indirectly. What allowed
// matches is excepted.
func reaches(name, reason string, from, forbidden, allowed []string) Rule {
	bad := func(path string) bool { return matches(path, forbidden...) && !matches(path, allowed...) }
	return Rule{name, reason, slices.Concat(from, allowed), func(g Graph) (broken []string) {
		for _, p := range g.own(from...) {
			if way := g.way(p.Path, bad); way != nil {
				broken = append(broken, strings.Join(way, " imports "))
			}
		}
		return broken
	}}
}

// onlyIn lets only the packages in where import what foreign matches.
func onlyIn(name, reason, foreign string, where ...string) Rule {
	return Rule{name, reason, where, func(g Graph) (broken []string) {
		for _, p := range g.own() {
			if matches(p.Path, where...) {
				continue
			}
			for _, imported := range p.Imports {
				if matches(imported, foreign) {
					broken = append(broken, p.Path+" imports "+imported)
				}
			}
		}
		return broken
	}}
}

// apart forbids what lies directly below parent to import each other.
func apart(name, reason, parent string) Rule {
	siblings := parent + "/*"
	return Rule{name, reason, []string{siblings}, func(g Graph) (broken []string) {
		for _, p := range g.own(siblings) {
			for _, imported := range p.Imports {
				if matches(imported, siblings) {
					broken = append(broken, p.Path+" imports "+imported)
				}
			}
		}
		return broken
	}}
}

// atMost bounds how many of our packages one imports. Those below it do not
// count: listing them is what a table of families or commands is for.
func atMost(limit int, name, reason string, except ...string) Rule {
	return Rule{name, reason, except, func(g Graph) (broken []string) {
		for _, p := range g.own() {
			count := 0
			for _, imported := range p.Imports {
				if g.packages[imported].Own && !matches(imported, p.Path+"/...") {
					count++
				}
			}
			if count > limit && !matches(p.Path, except...) {
				broken = append(broken, fmt.Sprintf("%s imports %d of our packages", p.Path, count))
			}
		}
		return broken
	}}
}

// layered puts every package of ours in one of the layers, highest first, and
// lets each import only what lies in a lower one, or in its own group where the
// pattern takes in more than one.
func layered(name, reason string, layers ...[]string) Rule {
	return Rule{name, reason, nil, func(g Graph) (broken []string) {
		for _, p := range g.own() {
			at, group := place(layers, p.Path)
			if at < 0 {
				broken = append(broken, p.Path+" is in no layer; give it its place in internal/archtest/rules.go")
				continue
			}
			for _, imported := range p.Imports {
				if below, other := place(layers, imported); below >= 0 && below <= at && group != other {
					broken = append(broken, fmt.Sprintf("%s imports %s, which is not in a lower layer", p.Path, imported))
				}
			}
		}
		return broken
	}}
}

// place returns the layer of a package and the pattern that puts it there, or -1.
func place(layers [][]string, path string) (layer int, pattern string) {
	for i, patterns := range layers {
		for _, pattern := range patterns {
			if matches(path, pattern) {
				return i, pattern
			}
		}
	}
	return -1, ""
}

// unnamed forbids folders and files that are named for nothing that is in them.
func unnamed(name, reason string, words ...string) Rule {
	return Rule{name, reason, nil, func(g Graph) (broken []string) {
		for _, p := range g.own() {
			if slices.Contains(words, path.Base(p.Path)) {
				broken = append(broken, p.Path)
			}
			for _, file := range slices.Concat(p.GoFiles, p.TestFiles) {
				stem := strings.TrimSuffix(strings.TrimSuffix(file, ".go"), "_test")
				if slices.Contains(words, stem) {
					broken = append(broken, path.Join(p.Path, file))
				}
			}
		}
		return broken
	}}
}
