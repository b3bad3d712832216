package redact_test

import (
	"errors"
	"fmt"
	"io"
	"testing"
)

func TestErrorMasksTheMessageAndKeepsTheChain(t *testing.T) {
	t.Parallel()
	set := named("hunter22")
	err := set.Error(fmt.Errorf("with hunter22: %w", io.EOF))
	if err.Error() != "with [redacted:s0]: EOF" || !errors.Is(err, io.EOF) {
		t.Errorf("got %v", err)
	}
	if set.Error(nil) != nil {
		t.Error("no error became one")
	}
}
