package tsv

// SeriesPoints is how many points of a series are shown (specification, CoinGecko and
// DexPaprika).
const SeriesPoints = 48

// Sample returns at most SeriesPoints of a series, evenly spread, with the first and
// the last.
func Sample[P any](series []P) []P {
	if len(series) <= SeriesPoints {
		return series
	}
	sampled := make([]P, SeriesPoints)
	for i := range sampled {
		sampled[i] = series[i*(len(series)-1)/(SeriesPoints-1)]
	}
	return sampled
}
