// Package journal keeps lines in a folder until they have been taken elsewhere. A
// line that was appended is there whatever becomes of the process; only a machine
// that loses power may lose the last moments. Lines are taken at least once, in
// their order: a process that ends while it takes them begins again with some that
// were taken.
//
// The folder has files of lines, numbered in the order in which they were begun. A
// line is appended with one write to the newest. Who takes lines ends that file
// first, so that no file is read and written at once, and removes each file when all
// of it was taken. A last line without its end was never answered for, and is left
// out: after one, the next line begins another file.
//
// One process at a time may use a folder.
package journal

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
)

// Errors of Append.
var (
	ErrFull   = errors.New("the journal is full")
	errBroken = errors.New("a line of a journal must not hold a line break")
)

// fileLimit is how long a file grows, in bytes, before the next line begins another:
// what was taken is removed by the file.
const fileLimit = 1 << 20

// Journal is an open folder. Many goroutines may append to it at once.
type Journal struct {
	dir   string
	limit int64
	ready chan struct{} // holds one element when there may be lines to take

	taking sync.Mutex // held by the one who takes

	mu     sync.Mutex
	file   *os.File // the newest, where it takes more lines
	length int64    // its
	newest uint64   // number of the newest file
	size   int64    // of all files
}

// Open opens the journal in a folder, which it makes where it is missing. limit is
// how many bytes it may hold.
func Open(dir string, limit int64) (*Journal, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("the journal's folder cannot be made: %w", err)
	}
	j := &Journal{dir: dir, limit: limit, ready: make(chan struct{}, 1)}
	files, err := j.files()
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		j.newest = f.number
		j.size += f.size
		j.wake()
	}
	return j, nil
}

// Append adds a line. It is there when Append returns nil. ErrFull says that the
// journal holds as much as it may; after any error the line counts as not there.
func (j *Journal) Append(line []byte) error {
	if bytes.IndexByte(line, '\n') >= 0 {
		return errBroken
	}
	whole := append(line[:len(line):len(line)], '\n')
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.size+int64(len(whole)) > j.limit {
		return ErrFull
	}
	if err := j.begin(); err != nil {
		return err
	}
	n, err := j.file.Write(whole)
	j.size += int64(n)
	j.length += int64(n)
	if err != nil {
		return errors.Join(err, j.end()) // part of the line may be there
	}
	j.wake()
	if j.length >= fileLimit {
		return j.end()
	}
	return nil
}

// begin begins a file unless the newest takes more lines.
func (j *Journal) begin() (err error) {
	if j.file != nil {
		return nil
	}
	j.newest++
	j.length = 0
	j.file, err = os.OpenFile(j.path(j.newest), os.O_WRONLY|os.O_APPEND|os.O_CREATE|os.O_EXCL, 0o600)
	return err
}

// end ends the newest file.
func (j *Journal) end() error {
	if j.file == nil {
		return nil
	}
	file := j.file
	j.file = nil
	return file.Close()
}

func (j *Journal) wake() {
	select {
	case j.ready <- struct{}{}:
	default: // it is awake
	}
}

// Close ends the use of the folder. Lines that were not taken stay in it.
func (j *Journal) Close() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.end()
}

const fileForm = "%016d.lines"

func (j *Journal) path(number uint64) string {
	return filepath.Join(j.dir, fmt.Sprintf(fileForm, number))
}

// file is one file of a journal.
type file struct {
	path   string
	number uint64
	size   int64
}

// files returns the files that are there, oldest first. Others in the folder are
// left alone.
func (j *Journal) files() (found []file, err error) {
	entries, err := os.ReadDir(j.dir) // by name, which is by number
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		var number uint64
		if _, err := fmt.Sscanf(entry.Name(), fileForm, &number); err != nil || j.path(number) != filepath.Join(j.dir, entry.Name()) {
			continue
		}
		info, err := entry.Info()
		if err != nil {
			return nil, err
		}
		found = append(found, file{j.path(number), number, info.Size()})
	}
	return found, nil
}
