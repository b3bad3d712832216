package operation

// Each maps a list. Its result is a list even where there is nothing in it, so
// that JSON says [] and not null.
func Each[A, B any](in []A, f func(A) B) []B {
	out := make([]B, len(in))
	for i, a := range in {
		out[i] = f(a)
	}
	return out
}

// OrEmpty makes an empty list of none, for the same reason.
func OrEmpty(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}
