package memo_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/guildsbox/guilds/internal/memo"
)

// store is a value for each key, with what Generation asks of a store.
type store struct {
	mu      sync.Mutex
	values  map[int]int
	changes atomic.Uint64
	blind   atomic.Bool // it cannot tell of changes
	reads   atomic.Int64
}

func (s *store) generation() (uint64, bool) { return s.changes.Load(), !s.blind.Load() }

func (s *store) write(key, value int) {
	s.mu.Lock()
	s.values[key] = value
	s.mu.Unlock()
	s.changes.Add(1)
}

func (s *store) read(key int) (int, error) {
	s.reads.Add(1)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.values[key] < 0 {
		return 0, errors.New("there is none")
	}
	return s.values[key], nil
}

func newStore(limit int) (*store, func(key int) (int, error)) {
	s := &store{values: map[int]int{}}
	m := memo.New[int, int](s.generation, limit)
	return s, func(key int) (int, error) { return m.Get(key, func() (int, error) { return s.read(key) }) }
}

func TestWhatIsReadAgain(t *testing.T) {
	t.Parallel()
	s, get := newStore(2)
	for _, step := range []struct {
		name  string
		do    func()
		key   int
		reads int64 // of the store
	}{
		{"the first time", func() {}, 1, 1},
		{"the second time", func() {}, 1, 0},
		{"after a change of another value", func() { s.write(7, 7) }, 1, 1},
		{"another key", func() {}, 2, 1},
		{"while changes cannot be told", func() { s.blind.Store(true) }, 1, 1},
		{"when they can again", func() { s.blind.Store(false) }, 1, 0},
		{"an error", func() { s.write(3, -1) }, 3, 1},
		{"an error again", func() {}, 3, 1},
	} {
		step.do()
		before := s.reads.Load()
		_, _ = get(step.key) // the errors are counted with the reads
		if n := s.reads.Load() - before; n != step.reads {
			t.Errorf("%s: the store was read %d times; want %d", step.name, n, step.reads)
		}
	}
}

func TestAMemoIsBounded(t *testing.T) {
	t.Parallel()
	s, get := newStore(8)
	for key := range 100 {
		_, _ = get(key)
	}
	before := s.reads.Load()
	for key := range 100 {
		_, _ = get(key)
	}
	if n := s.reads.Load() - before; n < 92 {
		t.Errorf("of 100 values %d were kept; want at most 8", 100-n)
	}
}

// A value that was read before a change, and comes back after it, is not kept.
func TestAReadThatAChangeOvertakes(t *testing.T) {
	t.Parallel()
	s := &store{values: map[int]int{1: 1}}
	m := memo.New[int, int](s.generation, 8)
	got, err := m.Get(1, func() (int, error) {
		old, err := s.read(1)
		s.write(1, 2)
		return old, err
	})
	if got != 1 || err != nil {
		t.Fatalf("the read came to %d (%v)", got, err)
	}
	if got, _ := m.Get(1, func() (int, error) { return s.read(1) }); got != 2 {
		t.Errorf("after the change it is %d; want 2", got)
	}
}

// However writers and readers run into each other, nobody gets a value older than
// the last one that was written before it asked.
func TestNothingStaleUnderRace(t *testing.T) {
	t.Parallel()
	s, get := newStore(4)
	var written [6]atomic.Int64 // the last value of each key whose write has returned
	var wait sync.WaitGroup
	stale := make(chan string, 16)
	for key := range written {
		wait.Go(func() {
			for value := 1; value <= 2000; value++ {
				s.write(key, value)
				written[key].Store(int64(value))
			}
		})
	}
	for range 4 {
		wait.Go(func() {
			for range 5000 {
				key := rand.IntN(len(written))
				least := written[key].Load()
				if got, _ := get(key); int64(got) < least {
					select {
					case stale <- fmt.Sprintf("key %d is %d; %d was written before", key, got, least):
					default: // enough were found
					}
				}
			}
		})
	}
	wait.Wait()
	close(stale)
	for text := range stale {
		t.Error(text)
	}
}
