package twitterapi

import "encoding/json"

// count is a number. Where the vendor writes something else in its place, such as X's
// former API a boolean for following, it is empty.
type count json.Number

// UnmarshalJSON reads a number, or a string that is one.
func (c *count) UnmarshalJSON(data []byte) error {
	var n json.Number
	if json.Unmarshal(data, &n) == nil {
		*c = count(n)
	}
	return nil
}

// number returns the first that there is.
func number(counts ...count) json.Number {
	for _, c := range counts {
		if c != "" {
			return json.Number(c)
		}
	}
	return ""
}

// inside returns a list that lies in the data of an answer, where others have it at
// the top: as the data itself, or under a name in it.
func inside[T any](data json.RawMessage, name string) []T {
	var list []T
	if json.Unmarshal(data, &list) == nil {
		return list
	}
	var object map[string]json.RawMessage
	if json.Unmarshal(data, &object) == nil && json.Unmarshal(object[name], &list) == nil {
		return list
	}
	return nil
}
