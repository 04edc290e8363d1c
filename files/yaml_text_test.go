package files

import (
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml"
)

// shapes are texts of one unit again and again, between a begin and an end.
var shapes = map[string]struct{ begin, unit, end string }{
	"blank lines in a block": {"a: |\n  x\n", "\n", ""}, "before a key": {"a: |\n  x\n", "\n", "b: 1\n"}, "in a folded block": {"a: >2 # x\n  x\n", "\n", "b: 1\n"},
	"with spaces": {"a: |\n", " \n\n", ""}, "carriage returns in a block": {"a: |\r  x\r", "\r", "b: 1\r"}, "both in a block": {"a: |\r\n  x\r\n", "\r\n", "b: 1\r\n"},
	"behind three dashes": {"--- |\nx\nx\n", "\n", "---\n"}, "behind a deeper key": {"a:\n    |\n  x\n", "\n", "b: 1\n"}, "in a block that strips": {"a: |-\n  x\n", "\n", "b: 1\n"},
	"behind a tab": {"a: |\n  x\n", "\n", "\tx\nb: 1\n"}, "blocks": {"", "- |\n  x\n\n\n", ""}, "blocks in brackets": {"[", "|\n x\n\n,", "]"}, "lines of a block": {"a: |\n", "  some text\n", "\n\n\n\nb: 1\n"},
	"lines of a folded block": {"a: >\n", "  x\n   y\n", "\n\n"}, "at signs": {"", "@", ""}, "backticks": {"", "`", ""}, "percent signs": {"", "%", ""}, "words of a directive": {"%", "a ", "\n"}, "directives": {"", "%X\n", ""},
	"less than": {"a: ", "<", ""}, "merge keys": {"", "- <<: 1\n", ""}, "tabs in quotes": {"a: \"", "\ta", "\""}, "only tabs in quotes": {"a: \"", "\t", "\""}, "lines of tabs": {"a: \"", "\t\n", "\""}, "lines in quotes": {"a: \"", "x\n", "\""},
	"blank lines in quotes": {"a: '", "\n", "'"}, "spaces in quotes": {"a: \"", " \n", "\""}, "single quotes": {"", "'", ""}, "escapes": {"", "\"\\q", ""}, "texts in quotes": {"[", "\"\",", "]"}, "quotes and marks": {"", "'\n---\n", ""},
	"spaces": {"", " ", "a: 1\n"}, "spaces behind": {"a: x", " ", "\n"}, "lines of spaces": {"a:\n", "   \n", "  b\n"}, "tabs": {"a:\n", "\t", "x\n"}, "tabs far right": {strings.Repeat(" ", 1000) + "a:\n", strings.Repeat("\t", 900) + "\n", ""},
	"remarks": {"", "#\n", ""}, "one remark": {"# ", "x", ""}, "remarks between": {"- a\n", "# x\n", "- b\n"}, "remarks behind": {"", "- 1 # x\n", ""}, "anchors": {"", "&a ", "x"}, "lines of anchors": {"", "&a\n", "x"}, "asterisks": {"", "*", ""},
	"aliases": {"a: &x 1\nb: [", "*x,", "]"}, "tags": {"", "! ", "x"}, "lines of tags": {"", "!\n", "x"}, "tags and anchors": {"", "! &a # x\n", "x"}, "tags of tags": {"", "!!str\n", ""}, "carriage returns": {"", "\r", ""}, "lines that end so": {"", "- x\r", ""},
	"newlines": {"a:\n", "\n", "  b\n"}, "marks": {"", "---\n", ""}, "dots": {"", "...\n", ""}, "question marks": {"", "? a\n", ""}, "colons": {"{", "a:", "}"}, "pairs": {"[", "a: b,", "]"}, "maps": {"", "- a: 1\n", ""}, "pipes": {"", "|\n", ""},
	"pipes with words": {"", "|x\n", ""}, "commas": {"[", ",", "]"}, "numbers": {"[", "1,", "1]"}, "list": {"", "- 1\n", ""}, "braces": {"[", "{},", "]"}, "closed": {"", "]", ""}, "one word": {"a: ", "x", ""}, "words": {"", "x ", ""}, "lines": {"a:\n", "  x\n", ""},
	"dashes in a text": {"a: x\n", "  -y\n", ""}, "deeper and back": {"", "- a: x\n    -y\n", ""}, "no characters": {"a: ", "\xff", ""}, "zeros": {"", "\x00", ""},
}

func shaped(name string, size int) []byte {
	s := shapes[name]
	return []byte(s.begin + strings.Repeat(s.unit, (size-len(s.begin)-len(s.end))/len(s.unit)) + s.end)
}

// peak is the most memory beyond what there is that work holds at a time, garbage included.
func peak(work func()) uint64 {
	var before, now runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	done := make(chan struct{})
	go func() { work(); close(done) }()
	most := uint64(0)
	for {
		select {
		case <-done:
			return most
		case <-time.After(10 * time.Millisecond):
			runtime.ReadMemStats(&now)
			if used := now.HeapAlloc + now.StackInuse; used > before.HeapAlloc+before.StackInuse {
				most = max(most, used-before.HeapAlloc-before.StackInuse)
			}
		}
	}
}

// whole checks a text and decodes it where it passes.
func whole(text []byte) {
	defer func() { _ = recover() }() // the parser is not ours: its callers recover
	if CheckYAML(text) == nil {
		var v any
		_ = yaml.UnmarshalWithOptions(text, &v, yaml.UseOrderedMap())
	}
}

// No shape of a text takes the lexer and the parser longer than its size allows.
func TestYAMLOfEveryShape(t *testing.T) {
	for name := range shapes {
		limits := map[int]time.Duration{20_000: 2 * time.Second, 100_000: 3 * time.Second}
		if os.Getenv("DRAWBRIDGE_SLOW_TESTS") != "" {
			limits[1_000_000] = 8 * time.Second
		}
		for size, limit := range limits {
			text := shaped(name, size)
			spent := time.Hour
			for attempt := 0; attempt < 3 && spent > limit; attempt++ { // others may keep the processor busy
				start := time.Now()
				within(t, 10*limit, func() { whole(text) })
				spent = min(spent, time.Since(start))
			}
			if spent > limit {
				t.Errorf("%s, %d bytes: %v, expected at most %v", name, size, spent, limit)
			}
		}
	}
}

// What is refused before the lexer sees it takes next to no memory; what passes, a bounded one.
func TestYAMLAtItsBounds(t *testing.T) {
	for name, want := range map[string]string{"at signs": "values and signs", "backticks": "values and signs", "percent signs": "values and signs", "words of a directive": "values and signs", "one word": "bytes (lists",
		"blank lines in a block": "blank lines", "behind three dashes": "blank lines", "behind a deeper key": "blank lines", "with spaces": "blank lines", "less than": "`<` in a row", "tabs in quotes": "tabs", "lines of tags": "tags and anchors"} {
		size := 3_000_000
		if want == "bytes (lists" {
			size = 16 << 20
		} else if want == "tags and anchors" {
			size = 500_000
		}
		text := shaped(name, size)
		var err error
		most := peak(func() { err = CheckYAML(text) })
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
		if most > 150<<20 {
			t.Errorf("%s: %d MB", name, most>>20)
		}
	}
	for _, name := range []string{"one word", "one remark", "spaces", "no characters", "lines of a block", "at signs", "tabs far right", "anchors"} {
		size := mostText // or the largest that passes
		for checkText(shaped(name, size)) != nil {
			size -= size / 16
		}
		if most := peak(func() { whole(shaped(name, size)) }); most > 600<<20 {
			t.Errorf("%s, %d bytes: %d MB", name, size, most>>20)
		}
	}
}

// A large mechanism as they are published passes, however its lines end.
func TestLargeMechanismsPass(t *testing.T) {
	entry := "- name: C12H25O2-7\n  composition: {C: 12, H: 25, O: 2}\n  thermo:\n    model: NASA7\n    temperature-ranges: [300.0, 1391.0, 5000.0]\n    data:\n" +
		strings.Repeat("    - [2.50000000e+00, 7.05332819e-13, -1.99591964e-15, 2.30081632e-18, -9.27732332e-22,\n      2.54736599e+04, -4.46682853e-01]\n", 2) +
		"  transport:\n    model: gas\n    geometry: nonlinear\n    well-depth: 145.0\n    diameter: 2.05\n  note: |\n    L 6/94\n    x <=> y, 50% of it\n\n# a remark\n\n\n"
	text := "description: |-\n" + strings.Repeat("  A mechanism, with its references.\n\n", 40) + "\n\n\nreactions:\n" + strings.Repeat("\n", 500_000) + "species:\n" + strings.Repeat(entry, 6500)
	for _, end := range []string{"\n", "\r\n", "\n  "} { // the last: each line is indented
		if err := checkText([]byte(strings.ReplaceAll(text, "\n", end))); err != nil {
			t.Errorf("%q: %v", end, err)
		}
	}
	within(t, 60*time.Second, func() {
		if err := CheckYAML([]byte(text)); err != nil {
			t.Error(err)
		}
	})
}
