package journal_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/journal"
)

func open(t testing.TB, dir string) *journal.Journal {
	t.Helper()
	j, err := journal.Open(dir, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() }) // a test that cares has asked before
	return j
}

func put(t testing.TB, j *journal.Journal, lines ...string) {
	t.Helper()
	for _, line := range lines {
		if err := j.Append([]byte(line)); err != nil {
			t.Fatal(err)
		}
	}
}

// store is where lines are taken to.
type store struct {
	mu    sync.Mutex
	lines []string
	fail  func(n int) error // asked before the n-th line is taken
}

func (s *store) take(_ context.Context, lines [][]byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range lines {
		if s.fail == nil {
			break
		}
		if err := s.fail(len(s.lines) + i); err != nil {
			return err
		}
	}
	for _, line := range lines {
		s.lines = append(s.lines, string(line))
	}
	return nil
}

func (s *store) has() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.lines)
}

func files(t testing.TB, dir string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestLinesAreTakenOnceInOrder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	j := open(t, dir)
	var s store
	var want []string
	for n := range 3 {
		for i := range 700 { // more than one batch
			want = append(want, fmt.Sprintf("line %d of %d", i, n))
		}
		put(t, j, want[700*n:]...)
		if err := j.Drain(t.Context(), s.take); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(want, s.has()); diff != "" {
		t.Errorf("what was taken (-want +got):\n%s", diff)
	}
	if left := files(t, dir); len(left) > 0 {
		t.Errorf("the folder still has %v", left)
	}
}

// What was appended is there for the next process, and nobody else reads it.
func TestTheNextProcessTakesWhatIsLeft(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "calls")
	put(t, open(t, dir), "one", "two") // killed: never closed
	put(t, open(t, dir), "three")
	for path, want := range map[string]fs.FileMode{dir: 0o700, files(t, dir)[0]: 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s has the mode %v (%v); want %v", path, info.Mode().Perm(), err, want)
		}
	}
	var s store
	if err := open(t, dir).Drain(t.Context(), s.take); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"one", "two", "three"}, s.has()); diff != "" {
		t.Errorf("what was taken (-want +got):\n%s", diff)
	}
}

// A line without its end was never answered for, whatever follows in later files.
func TestATornLineIsLeftOut(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	put(t, open(t, dir), "one")
	torn, err := os.OpenFile(files(t, dir)[0], os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := torn.WriteString("tw"); err != nil {
		t.Fatal(err)
	}
	torn.Close()
	j := open(t, dir)
	put(t, j, "three")
	var s store
	if err := j.Drain(t.Context(), s.take); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"one", "three"}, s.has()); diff != "" {
		t.Errorf("what was taken (-want +got):\n%s", diff)
	}
}

func TestAFullJournalTakesNoMore(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	j, err := journal.Open(dir, 20)
	if err != nil {
		t.Fatal(err)
	}
	put(t, j, "123456789", "123456789")
	if err := j.Append([]byte("1")); !errors.Is(err, journal.ErrFull) {
		t.Errorf("a line too many: %v", err)
	}
	if again, err := journal.Open(dir, 20); err != nil || !errors.Is(again.Append(nil), journal.ErrFull) {
		t.Error("the next process does not know that it is full")
	}
	if err := j.Drain(t.Context(), new(store).take); err != nil {
		t.Fatal(err)
	}
	put(t, j, "1")
	if err := j.Append([]byte("a\nb")); err == nil {
		t.Error("two lines were taken for one")
	}
}

// A folder that takes no file refuses a line, and takes the next one when it can.
func TestAFolderThatIsGone(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "calls")
	j := open(t, dir)
	if err := os.Remove(dir); err != nil {
		t.Fatal(err)
	}
	if err := j.Append([]byte("one")); err == nil {
		t.Error("a line was taken without a folder")
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	put(t, j, "two")
	var s store
	if err := j.Drain(t.Context(), s.take); err != nil || !slices.Equal(s.has(), []string{"two"}) {
		t.Errorf("what was taken is %v (%v)", s.has(), err)
	}
}

// While nothing is taken, lines gather in one file, and none is lost.
func TestATakerThatFails(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	j := open(t, dir)
	down := errors.New("away")
	s := store{fail: func(int) error { return down }}
	for i := range 5 {
		put(t, j, fmt.Sprint("a", i))
		if err := j.Drain(t.Context(), s.take); !errors.Is(err, down) {
			t.Fatal(err)
		}
	}
	if n := len(files(t, dir)); n > 2 {
		t.Errorf("5 lines that were not taken lie in %d files", n)
	}
	s.fail = nil
	if err := j.Drain(t.Context(), s.take); err != nil || !slices.Equal(s.has(), []string{"a0", "a1", "a2", "a3", "a4"}) {
		t.Errorf("what was taken is %v (%v)", s.has(), err)
	}
}

// Whenever the process ends, each line is taken at least once, none before an older
// one for the first time, and none that was not appended.
func TestEveryPlaceToDie(t *testing.T) {
	t.Parallel()
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 0))
	for round := range 60 {
		dir := t.TempDir()
		var want []string
		var s store
		for range 4 { // lives of the process
			j := open(t, dir)
			for range random.IntN(40) {
				if random.IntN(4) > 0 {
					want = append(want, fmt.Sprintf("line %d %s", len(want), strings.Repeat("x", random.IntN(3000))))
					put(t, j, want[len(want)-1])
					continue
				}
				dies := len(s.has()) + random.IntN(30)
				s.fail = func(n int) error {
					if n >= dies {
						return errors.New("killed")
					}
					return nil
				}
				_ = j.Drain(t.Context(), s.take) // it may be killed
			}
		}
		s.fail = nil
		if err := open(t, dir).Drain(t.Context(), s.take); err != nil {
			t.Fatal(err)
		}
		var once []string
		for _, line := range s.has() {
			if !slices.Contains(once, line) {
				once = append(once, line)
			}
		}
		if diff := cmp.Diff(want, once); diff != "" {
			t.Fatalf("seed %d, round %d (-appended +taken):\n%s", seed, round, diff)
		}
	}
}

func TestRunTakesWhatManyAppend(t *testing.T) {
	t.Parallel()
	j := open(t, t.TempDir())
	ctx, stop := context.WithCancel(t.Context())
	arrived := make(chan int, 1024)
	failures := 0
	s := store{fail: func(n int) error {
		if failures < 1 {
			failures++
			return errors.New("away for a moment")
		}
		return nil
	}}
	told := make(chan error, 8)
	var running, appending sync.WaitGroup
	running.Go(func() {
		j.Run(ctx, func(ctx context.Context, lines [][]byte) error {
			err := s.take(ctx, lines)
			if err == nil {
				arrived <- len(lines)
			}
			return err
		}, func(err error) { told <- err })
	})
	for w := range 8 {
		appending.Go(func() {
			for i := range 100 {
				put(t, j, fmt.Sprintf("%d of %d", i, w))
			}
		})
	}
	appending.Wait()
	for n, limit := 0, time.After(20*time.Second); n < 800; {
		select {
		case more := <-arrived:
			n += more
		case <-limit:
			t.Fatalf("%d of 800 lines were taken within 20 s", n)
		}
	}
	stop()
	running.Wait()
	got := s.has()
	slices.Sort(got)
	if len(slices.Compact(got)) != 800 || len(told) != 1 {
		t.Errorf("%d different lines were taken, and %d errors told; want 800 and 1", len(slices.Compact(got)), len(told))
	}
}

func BenchmarkAppend(b *testing.B) {
	j, err := journal.Open(b.TempDir(), 1<<40)
	if err != nil {
		b.Fatal(err)
	}
	line := []byte(strings.Repeat("x", 500))
	for b.Loop() {
		if err := j.Append(line); err != nil {
			b.Fatal(err)
		}
	}
}
