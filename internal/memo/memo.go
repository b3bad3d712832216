// Package memo keeps what was read from a store for as long as the store says that
// nothing in it has changed. It guesses nothing: there is no age at which an answer
// is thought fresh enough.
package memo

import "sync"

// Generation counts the changes of a store. A change has been counted when the call
// that made it returns. ok is false while the store cannot tell whether somebody
// else has changed it; then nothing is answered from memory.
type Generation func() (n uint64, ok bool)

// Memo keeps values of one generation. Many goroutines may use it at once.
type Memo[K comparable, V any] struct {
	now   Generation
	limit int

	mu   sync.Mutex
	of   uint64 // the generation that all in kept were read in
	kept map[K]V
}

// New returns a memo of at most limit values.
func New[K comparable, V any](now Generation, limit int) *Memo[K, V] {
	return &Memo[K, V]{now: now, limit: limit, kept: map[K]V{}}
}

// Get returns the value of key: the one that is kept, else what read returns, which
// is kept unless the store changed while it was read. Errors are not kept. Who gets
// a value shares it with others and must not change it.
func (m *Memo[K, V]) Get(key K, read func() (V, error)) (V, error) {
	before, ok := m.now()
	if !ok {
		return read()
	}
	if value, hit := m.look(key, before); hit {
		return value, nil
	}
	value, err := read()
	if err == nil {
		m.keep(key, value, before)
	}
	return value, err
}

// Have returns the value of key where it is kept and the store has not changed since.
func (m *Memo[K, V]) Have(key K) (value V, ok bool) {
	now, ok := m.now()
	if !ok {
		return value, false
	}
	return m.look(key, now)
}

// look finds a value, and forgets all that was read before the last change.
func (m *Memo[K, V]) look(key K, now uint64) (value V, hit bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if now > m.of {
		m.of = now
		clear(m.kept)
	}
	if now < m.of { // another caller has seen a later change
		return value, false
	}
	value, hit = m.kept[key]
	return value, hit
}

// keep keeps a value that was read after the store had counted to before. Where it
// has counted on since, the value may be from before that change.
func (m *Memo[K, V]) keep(key K, value V, before uint64) {
	now, ok := m.now()
	m.mu.Lock()
	defer m.mu.Unlock()
	if !ok || now != before || m.of != before {
		return
	}
	if _, there := m.kept[key]; !there && len(m.kept) >= m.limit {
		for any := range m.kept { // map order is random, and so is who goes
			delete(m.kept, any)
			break
		}
	}
	m.kept[key] = value
}
