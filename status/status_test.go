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

func TestGB(t *testing.T) {
	for bytes, want := range map[float64]string{0: "0 GB", 5e4: "less than 0.0001 GB", 5e5: "0.0005 GB", 1.234e9: "1.23 GB", 141e9: "141 GB", 999.7e9: "1000 GB", 8.1604e12: "8160 GB"} {
		if got := GB(bytes); got != want {
			t.Errorf("%g bytes: %s, %s expected", bytes, got, want)
		}
	}
}
