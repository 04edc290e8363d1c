package files

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"
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
				within(t, 10*limit, func() { _, _ = YAML(text) })
				spent = min(spent, time.Since(start))
			}
			if spent > limit {
				t.Errorf("%s, %d bytes: %v, expected at most %v", name, size, spent, limit)
			}
		}
	}
}

// What is refused takes little memory, and what passes a bounded one.
func TestYAMLAtItsBounds(t *testing.T) {
	for name, want := range map[string]string{"colons": "values and signs", "list": "values and signs", "maps": "values and signs", "braces": "values and signs", "numbers": "values and signs",
		"one word": "bytes (lists"} {
		text := shaped(name, 16<<20)
		if want != "bytes (lists" {
			text = text[:mostText]
		}
		var err error
		most := peak(func() { _, err = YAML(text) })
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
		if most > 20<<20 {
			t.Errorf("%s: %d MB", name, most>>20)
		}
	}
	for _, name := range []string{"one word", "one remark", "numbers", "list", "pairs", "maps", "lines of a block", "texts in quotes"} {
		size := mostText // or the largest that passes
		for checkText(shaped(name, size)) != nil && size > 1000 {
			size -= size / 4
		}
		if most := peak(func() { _, _ = YAML(shaped(name, size)) }); most > 600<<20 {
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
		if _, err := YAML([]byte(text)); err != nil {
			t.Error(err)
		}
	})
}

// What is too much, and what YAML has that no file of ours needs, is refused in time, with its line where it has one.
func TestYAMLThatIsRefused(t *testing.T) {
	deep := strings.Builder{}
	for i := range 100 {
		deep.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	bomb := "a0: &a0 [1, 2, 3]\n"
	for i := range 9 {
		bomb += fmt.Sprintf("a%d: &a%d [%s*a%d]\n", i+1, i+1, strings.Repeat(fmt.Sprintf("*a%d, ", i), 8), i)
	}
	within(t, 60*time.Second, func() {
		for text, want := range map[string]string{
			strings.Repeat("[", 100_000): "line 1: lists and maps lie more than 64 deep", strings.Repeat("[", 1_000_000): "values and signs", strings.Repeat("{a: ", 10_000): "line 1",
			strings.Repeat(`["]", `, 1000): "line 1", "note: |\n  it's\nb: " + strings.Repeat(`["]", `, 1000): "line 3", strings.Repeat("- ", 100_000): "deep", strings.Repeat("? ", 1000): "deep",
			strings.Repeat("[\n", 1000): "line 1000", deep.String(): "line 64: lists", strings.Repeat("[", 65) + strings.Repeat("]", 65): "deep",
			bomb: "line 1: an anchor or alias", "a: &x 1\nb: *x\n": "line 1: an anchor", "a: 1\nb: *x\n": "line 2: an anchor", "a: &a [*a]": "aliases are not read", "&a &b c": "line 1", "a: 1\nb: {<<: *x}": "line 2: an anchor",
			"a: 1\nb: !!str 2": "line 2: a tag (`!!str`)", "a: !x {b: 1}": "a tag (`!x`)", strings.Repeat("!\n", 250_000): "line",
			"a: 1\nb: 2\na: 3\n": "line 3: the key 'a' is there twice, first in line 1", "{a: 1, 'a': 2}": "twice", "x:\n- {b: 1,\n   b: 1}": "line 3: the key 'b'", "? [a]\n: b": "line 1: the key of a map",
			"a: 1\nb: \x00": "line 2: the control character 0x00", "a: \x1b[2J": "0x1b", "a: 1\nb: \xff": "line 2: the text is not in UTF-8", "\xff\xfea\x00:\x00 \x001\x00": "line 1: the text is not in UTF-8", "\xfe\xff\x00a": "not in UTF-8",
			"a:\n\t- b": "line 2", "a: b: c": "line 1", "a: [1": "line 1", "a: 'b\n": "line", "- a\nb: 1": "line", "@": "line 1", "%YAML 3.0\n---\na: 1": "line",
			"a: 1\n---\nb: 2\n": "line 2: a second document begins", "a: 1\n...\n---\nb: 2\n": "second document", "a: 1\n...\nb: 2\n": "line 2", "---\na: 1\n---\n---\nb: 2\n": "line 4: a second document",
		} {
			if value, err := YAML([]byte(text)); err == nil || value != nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%.40q: %v, expected %q", text, err, want)
			}
		}
	})
}

func TestYAMLThatIsUsual(t *testing.T) {
	long := strings.Builder{}
	for i := range 100_000 {
		fmt.Fprintf(&long, "k%d: 1\n", i)
	}
	for text, values := range map[string]int{
		"units: {length: cm}\nphases:\n- name: gas\n  species: [{gri30.yaml/species: [H2, O2]}]\nspecies:\n- name: H2\n  composition: {H: 2}\n  thermo:\n    model: NASA7\n    data:\n    - [1.0, 2.0]\n    note: '[[['\n": 6,
		"": 0, "# nothing\n": 0, "---\n": 0, "# " + strings.Repeat("[", 500) + "\na: 1\n": 2, "%YAML 1.2\n# a remark\n---\na: 1\n...\n": 2, "# a remark\n%YAML 1.2\n---\na: 1\n": 2, "a: 1\n---\n": 2, "---\n---\na: 1\n": 2,
		"\ufeffa: 1\r\nb: NO\r\n": 4, "a: 'it''s & * !'\n": 2, "a: |\n  %YAML 1.2\n": 2, long.String(): 200_000, strings.Repeat("[", 60) + strings.Repeat("]", 60): 1,
	} {
		value, err := YAML([]byte(text))
		if err != nil || (value == nil) != (values == 0) || value != nil && len(value.Content) != values {
			t.Errorf("%.40q: %v %v", text, value, err)
		}
	}
}
