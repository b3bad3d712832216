package text

import "slices"

// Nearest returns the candidate that takes the fewest edits to make from name, the
// first of several, for an error that says what was perhaps meant. Both are compared
// as bare makes them; there must be a candidate.
func Nearest(name string, candidates []string, bare func(string) string) string {
	name = bare(name)
	return slices.MinFunc(candidates, func(a, b string) int {
		return distance(name, bare(a)) - distance(name, bare(b))
	})
}

// distance is the Levenshtein distance in bytes, kept one row at a time.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replace := diagonal
			if a[i] != b[j] {
				replace++
			}
			diagonal = row[j+1]
			row[j+1] = min(replace, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
