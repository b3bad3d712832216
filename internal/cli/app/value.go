package app

import (
	"io"
	"os"
	"strings"
)

// Value reads what an argument stands for: "-" is standard input, "@name" a
// file, and anything else itself, for which plain is true. One line end at the
// end of a file or of standard input goes, because editors and echo put it there.
func (a *App) Value(arg string) (value string, plain bool, err error) {
	var data []byte
	switch {
	case arg == "-":
		data, err = io.ReadAll(a.lines)
	case strings.HasPrefix(arg, "@"):
		data, err = os.ReadFile(arg[1:])
	default:
		return arg, true, nil
	}
	if err != nil {
		return "", false, err
	}
	value = strings.TrimSuffix(string(data), "\n")
	return strings.TrimSuffix(value, "\r"), false, nil
}
