package journal

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"time"
)

// Take puts lines elsewhere, all or none. Where it fails they are offered again.
type Take func(ctx context.Context, lines [][]byte) error

const (
	batchLines = 512
	batchBytes = 1 << 20

	gather = 100 * time.Millisecond // how long lines are gathered, so that many are taken at once
	retry  = time.Second            // how long a failed take is left alone
)

// Run takes lines as they come, until ctx ends. failed is told each error.
func (j *Journal) Run(ctx context.Context, take Take, failed func(error)) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-j.ready:
		}
		if !pause(ctx, gather) {
			return
		}
		err := j.Drain(ctx, take)
		if err == nil {
			continue
		}
		if ctx.Err() != nil {
			return
		}
		failed(err)
		if !pause(ctx, retry) {
			return
		}
		j.wake()
	}
}

// pause reports whether it was not cut short.
func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// Drain takes all lines that are there. Those that take did not take stay, as do
// those after them.
func (j *Journal) Drain(ctx context.Context, take Take) error {
	j.taking.Lock()
	defer j.taking.Unlock()
	// While older files are not taken the newest goes on, so that a long wait does
	// not leave many small ones.
	if err := j.drainEnded(ctx, take); err != nil {
		return err
	}
	j.mu.Lock()
	err := j.end()
	j.mu.Unlock()
	if err != nil {
		return err
	}
	return j.drainEnded(ctx, take)
}

// drainEnded takes the files to which no line is added any more.
func (j *Journal) drainEnded(ctx context.Context, take Take) error {
	j.mu.Lock()
	last := j.newest
	if j.file != nil {
		last--
	}
	j.mu.Unlock()
	files, err := j.files()
	if err != nil {
		return err
	}
	for _, f := range files {
		if f.number > last {
			break
		}
		if err := drain(ctx, f.path, take); err != nil {
			return err
		}
		if err := os.Remove(f.path); err != nil {
			return err
		}
		j.mu.Lock()
		j.size -= f.size
		j.mu.Unlock()
	}
	return nil
}

// drain takes the lines of one file.
func drain(ctx context.Context, path string, take Take) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	lines := bufio.NewReaderSize(f, 64<<10)
	for over := false; !over; {
		var batch [][]byte
		if batch, over, err = nextBatch(lines); err != nil {
			return err
		}
		if len(batch) == 0 {
			return nil
		}
		if err := take(ctx, batch); err != nil {
			return err
		}
	}
	return nil
}

// nextBatch reads as many lines as are taken at once, and tells whether they were
// the last. What follows the last line break is not a line.
func nextBatch(r *bufio.Reader) (batch [][]byte, over bool, err error) {
	for size := 0; len(batch) < batchLines && size < batchBytes; {
		line, err := r.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return batch, true, nil
		}
		if err != nil {
			return nil, false, err
		}
		size += len(line)
		batch = append(batch, bytes.TrimSuffix(line, []byte{'\n'}))
	}
	return batch, false, nil
}
