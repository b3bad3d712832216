package redact

// Error returns err with its message redacted. It wraps err, so that errors.Is and
// errors.As find what they would have found.
func (s *Set) Error(err error) error {
	if err == nil {
		return nil
	}
	return &masked{s.Redact(err.Error()), err}
}

type masked struct {
	text string
	err  error
}

// Error returns the redacted message.
func (m *masked) Error() string { return m.text }

// Unwrap returns the error as it was.
func (m *masked) Unwrap() error { return m.err }
