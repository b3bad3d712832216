package rest

// Pages reads pages until there is no next one, read has enough, or max were read.
// read is given the cursor of a page, empty for the first, and returns that of the
// next; an empty one, or the one that it was given, ends the reading. more reports
// whether pages were left unread because of max.
func Pages(max int, read func(cursor string) (next string, err error)) (more bool, err error) {
	cursor := ""
	for range max {
		next, err := read(cursor)
		if err != nil || next == "" || next == cursor {
			return false, err
		}
		cursor = next
	}
	return true, nil
}
