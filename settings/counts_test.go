package settings

import (
	"strings"
	"testing"
)

// A count that is too large is not called something else than a number.
func TestCountsOutOfRange(t *testing.T) {
	for value, want := range map[string]string{
		"1025": "DRAWBRIDGE_THREADS: '1025' is too large, expected 0 to 1024 (", "-1": "'-1' is negative, expected 0 to 1024",
		"99999999999999999999": "is too large", "two": "DRAWBRIDGE_THREADS: 'two' is no whole number, expected 0 to 1024 (", "1.5": "'1.5' is no whole number",
	} {
		_, _, err := Resolve(nil, map[string]string{"DRAWBRIDGE_THREADS": value})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, expected %q", value, err, want)
		}
	}
}
