package status

import (
	"errors"
	"io/fs"
	"testing"
)

func TestWrapKeepsCodeAndCause(t *testing.T) {
	first := Errorf(Shape, "extent 0")
	second := Wrap(first, "field %s: %v", "u", first)
	if CodeOf(second) != Shape || second.Error() != "field u: extent 0" || !errors.Is(second, first) {
		t.Errorf("%d, %q, is the first one: %t", CodeOf(second), second, errors.Is(second, first))
	}
	if plain := Wrap(fs.ErrNotExist, "x: %v", fs.ErrNotExist); CodeOf(plain) != Internal || !errors.Is(plain, fs.ErrNotExist) {
		t.Errorf("an error without a code: %d, %q", CodeOf(plain), plain)
	}
}
