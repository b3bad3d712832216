package record

// MaxLoose is the largest collection, in records, in which every similar spelling is
// found. In a larger one only those are that Halves tells of.
const MaxLoose = 10_000

// similarFrom is how many characters a term needs before a similar spelling of it is
// looked for: fewer than that share their trigrams with too many words.
const similarFrom = 5

// Halves returns the beginning and the end of a term, of three characters at least.
// Whoever misspells one letter leaves one of the two as it is. A short term has none:
// it is found only as it is written.
func Halves(term string) []string {
	all := []rune(term)
	if len(all) < similarFrom {
		return nil
	}
	return []string{string(all[:max(3, len(all)/2)]), string(all[min(len(all)-3, len(all)/2):])}
}
