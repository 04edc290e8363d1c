package files

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/goccy/go-yaml"
)

// within fails a test whose work does not end.
func within(t *testing.T, limit time.Duration, work func()) {
	t.Helper()
	done := make(chan struct{})
	go func() { work(); close(done) }()
	select {
	case <-done:
	case <-time.After(limit):
		t.Fatalf("still at work after %v", limit)
	}
}

func pipe(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestOnlyRegularFilesAreRead(t *testing.T) {
	folder := t.TempDir()
	plain, link, toPipe := filepath.Join(folder, "plain"), filepath.Join(folder, "link"), filepath.Join(folder, "to_pipe")
	fifo := pipe(t)
	for _, err := range []error{os.WriteFile(plain, []byte("text"), 0o600), os.Symlink(plain, link), os.Symlink(fifo, toPipe)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range []string{plain, link, "/proc/self/status"} {
		if text, err := Read(path, 1<<20); err != nil || len(text) == 0 {
			t.Errorf("%s: %q %v", path, text, err)
		}
	}
	within(t, 5*time.Second, func() {
		for path, want := range map[string]string{fifo: "a pipe", toPipe: "a pipe", "/dev/zero": "a device", folder: "a folder", folder + "/none": "no such file"} {
			if _, err := Read(path, 10); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) {
				t.Errorf("%s: %v, expected %q", path, err, want)
			}
			if err := CheckLibrary(path); (err == nil) != (path == folder || strings.HasSuffix(path, "none")) {
				t.Errorf("as a library, %s: %v", path, err)
			}
		}
	})
	if _, err := Read(plain, 3); !errors.Is(err, ErrTooLarge) {
		t.Errorf("too large: %v", err)
	}
	if err := os.Symlink(fifo, filepath.Join(folder, "libcuda.so.1")); err != nil {
		t.Fatal(err)
	}
	if err := CheckLibrary(folder); err == nil {
		t.Error("a pipe under a library's name passed")
	}
	if err := CheckLibrary("libcuda.so.1"); err != nil {
		t.Errorf("a bare name: %v", err)
	}
}

// The loader says of another processor's library that there is no such file.
func TestALibraryOfAnotherProcessorIsNamedAsSuch(t *testing.T) {
	machines := map[string]byte{"amd64": 62, "arm64": 183}
	for built, machine := range machines {
		header := append([]byte("\x7fELF\x02\x01\x01"), make([]byte, 57)...)
		header[16], header[18] = 3, machine
		path := filepath.Join(t.TempDir(), "libhdf5.so")
		if err := os.WriteFile(path, header, 0o600); err != nil {
			t.Fatal(err)
		}
		err := CheckLibrary(path)
		if built == runtime.GOARCH {
			if err != nil {
				t.Errorf("%s: %v", built, err)
			}
			continue
		}
		for _, word := range []string{path, "it is built for " + built, "name one that is built for " + runtime.GOARCH} {
			if err == nil || !strings.Contains(err.Error(), word) {
				t.Errorf("%s: %v, expected %q", built, err, word)
			}
		}
	}
	short := filepath.Join(t.TempDir(), "short.so")
	if err := os.WriteFile(short, []byte("\x7fELF"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := CheckLibrary(short); err != nil {
		t.Errorf("a file that ends early is the loader's to refuse: %v", err)
	}
}

func bomb() string {
	text := "a0: &a0 [1, 2, 3]\n"
	for i, names := 1, "0123456789"; i < 10; i++ {
		alias := "*a" + names[i-1:i]
		text += "a" + names[i:i+1] + ": &a" + names[i:i+1] + " [" + strings.Repeat(alias+", ", 8) + alias + "]\n"
	}
	return text
}

func TestYAMLThatIsTooMuch(t *testing.T) {
	deep := strings.Builder{}
	for i := range 100 {
		deep.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	within(t, 20*time.Second, func() {
		for what, text := range map[string]string{
			"brackets": strings.Repeat("[", 1_000_000), "maps": strings.Repeat("{a: ", 10_000), "brackets that close in quotes": strings.Repeat(`["]", `, 1000),
			"brackets after a quote in a text": "note: |\n  it's\nbomb: " + strings.Repeat(`["]", `, 1000),
			"entries":                          strings.Repeat("- ", 10_000), "keys": strings.Repeat("? ", 1000), "indentation": deep.String(), "aliases": bomb(),
			"signs": strings.Repeat("-\n", 2_000_000), "brackets over lines": strings.Repeat("[\n", 1000),
		} {
			if err := CheckYAML([]byte(text)); err == nil {
				t.Errorf("%s passed", what)
			}
		}
	})
}

// A map of very many keys is refused before the parser spends quadratic time on it, however its keys are written.
func TestMapsOfManyKeys(t *testing.T) {
	for what, form := range map[string]string{"plain": "k%d: 1\n", "indented": " k%d: 1\n", "quoted": "\"k%d\": 1\n", "with lists": "k%d:\n- a\n", "tagged": "!!str k%d: 1\n",
		"without values": "? k%d\n", "in brackets": "k%d: 1,\n", "bare in brackets": "k%d,"} {
		for keys, fits := range map[int]bool{4000: true, 100_000: false} {
			var text strings.Builder
			for i := range keys {
				fmt.Fprintf(&text, form, i)
			}
			whole := text.String()
			if strings.Contains(what, "brackets") {
				whole = "{" + whole + "}"
			} else if what == "indented" {
				whole = "rename:\n" + whole
			}
			start := time.Now()
			err := CheckYAML([]byte(whole))
			if (err == nil) != fits || err != nil && !strings.Contains(err.Error(), "has more than 5000 keys") && !strings.Contains(err.Error(), "leaves out") {
				t.Errorf("%d keys, %s: %v", keys, what, err)
			}
			if spent := time.Since(start); spent > 3*time.Second {
				t.Errorf("%d keys, %s: %v", keys, what, spent)
			}
		}
	}
	anchored := strings.Builder{} // keys that begin further and further right behind their anchors
	for i := range 40_000 {
		fmt.Fprintf(&anchored, "&%s k%d: 1\n", strings.Repeat("a", 1+i%60), i)
	}
	if err := CheckYAML([]byte(anchored.String())); err == nil || !strings.Contains(err.Error(), "keys") {
		t.Errorf("anchored keys: %v", err)
	}
	if err := CheckYAML([]byte("a: &x 1\nb: *x\nc: [" + strings.Repeat("{"+strings.Repeat("k: 1,", 200)+"k: 1},", 1750) + "1]\n")); err != nil {
		t.Errorf("one alias beside many values: %v", err)
	}
}

func TestYAMLThatIsUsual(t *testing.T) {
	for what, text := range map[string]string{
		"a mechanism": "units: {length: cm}\nphases:\n- name: gas\n  species: [{gri30.yaml/species: [H2, O2]}]\nspecies:\n- name: H2\n  composition: {H: 2}\n  thermo:\n    model: NASA7\n    data:\n    - [1.0, 2.0]\n    note: '[[['\n",
		"aliases":     "a: &x {abs: 1}\nb: *x\nc: *x\n", "no YAML": "a: [1", "nothing": "", "brackets in a remark": "# " + strings.Repeat("[", 500) + "\na: 1\n",
		"one document with its marks": "%YAML 1.2\n# a remark\n---\na: 1\n...\n", "an empty second": "a: 1\n---\n", "an alias of nothing": "a: *x\n", "itself": "a: &a [*a]\n",
	} {
		if err := CheckYAML([]byte(text)); err != nil {
			t.Errorf("%s: %v", what, err)
		}
		var v any
		within(t, 5*time.Second, func() { _ = yaml.Unmarshal([]byte(text), &v) })
	}
}

func TestVisible(t *testing.T) {
	for text, want := range map[string]string{
		"plain, µs, 水\n\t": "plain, µs, 水\n\t", "\x1b[2J": `\x1b[2J`, "a\rb\x00": `a\x0db\x00`, "\u009b31m": `\u009b31m`, "\x7f\xff": `\x7f\xff`,
		"a\u202eb": `a\u202eb`, "\ufffd": "\ufffd",
	} {
		if got := Visible(text); got != want {
			t.Errorf("%q: %q, expected %q", text, got, want)
		}
	}
}

func TestOneLine(t *testing.T) {
	for text, want := range map[string]string{"plain": "plain", "a\nb\tc\x1b": `a\nb\tc\x1b`} {
		if got := OneLine(text); got != want {
			t.Errorf("%q: %q, expected %q", text, got, want)
		}
	}
}

// Texts below the bound of signs for which the parser would work for 2 s to minutes are refused, by what is too much.
func TestYAMLThatTakesTheParserLong(t *testing.T) {
	var keys strings.Builder
	for i := range 4000 {
		fmt.Fprintf(&keys, "k%d: 1\n  ", i)
	}
	const empty, large = "leaves out the values of", "too many maps of many keys"
	for what, c := range map[string]struct {
		want             string
		begin, unit, end string
		short, long      int // units: as many are read, as many are refused
	}{
		"bare dashes":               {empty, "", "-\n", "", 8_000, 100_000},
		"dashes and remarks":        {empty, "", "- # x\n\n", "", 8_000, 100_000},
		"dashes in dashes":          {empty, "", "- -\n", "", 5_000, 100_000},
		"dashes under a key":        {empty, "a:\n", "  -\n", "", 8_000, 100_000},
		"keys in a list":            {empty, "", "- a:\n", "", 5_000, 100_000},
		"question marks in a list":  {empty, "", "- ? a\n", "", 5_000, 100_000},
		"colons in brackets":        {empty, "[", "a: ,", "]", 3_000, 100_000},
		"tags in brackets":          {empty, "[", "!!str,", "]", 5_000, 100_000},
		"keys in braces":            {empty, "[", "{a,b},", "]", 3_000, 100_000},
		"maps of thousands of keys": {large, "", "- " + keys.String() + "\n", "", 5, 50},
	} {
		for units, fits := range map[int]bool{c.short: true, c.long: false} {
			text := []byte(c.begin + strings.Repeat(c.unit, units) + c.end)
			err := CheckYAML(text)
			if (err == nil) != fits || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s, %d times: %v", what, units, err)
			}
			if fits {
				within(t, 20*time.Second, func() {
					var v any
					_ = yaml.UnmarshalWithOptions(text, &v, yaml.UseOrderedMap())
				})
			}
		}
	}
}

// Two machines of one name and one number of a process space are two owners.
func TestOwnersOfOneName(t *testing.T) {
	a, b := ownerOf("localhost", "0a1b2c3d-0000", "pid:[4026531836]"), ownerOf("localhost", "ffffffff-0000", "pid:[4026531836]")
	if a == b || a != "localhost-0a1b2c3d-4026531836" {
		t.Errorf("%s and %s", a, b)
	}
	if got := ownerOf("a-b", "", "pid:[1]"); got != "a_b-1" {
		t.Errorf("without a boot: %s", got)
	}
	if mine := owner(); !regexp.MustCompile(`-[0-9a-f]{8}-\d+$`).MatchString(mine) {
		t.Errorf("this owner is %s", mine)
	}
}

// Only names of the exact form are temporary.
func TestNamesOfTemporaries(t *testing.T) {
	for name, want := range map[string]bool{
		filepath.Base(Temporary("/a/run.h5")): true, "s.h5.part-host-4026531836-12-1": true, ".s.h5.part-123": true,
		"field.part-1": false, "s.part-a-b": false, "s.h5.part-host-1-1": false, ".part-1": false, "a.part-x-1-2-3.h5": false,
	} {
		if IsTemporary(name) != want {
			t.Errorf("%s is temporary: %v, expected %v", name, !want, want)
		}
	}
}

// A name that only the temporary ending makes too long: the message says how long it may be, and one of that length is written.
func TestNamesThatAreTooLong(t *testing.T) {
	folder := t.TempDir()
	err := Write(filepath.Join(folder, strings.Repeat("n", 250)), nil)
	if err == nil || !strings.Contains(err.Error(), "the name has 250 bytes, expected at most ") || strings.Contains(err.Error(), "file name too long") {
		t.Errorf("%v", err)
	}
	_, rest, _ := strings.Cut(err.Error(), "expected at most ")
	most, err := strconv.Atoi(strings.SplitN(rest, ":", 2)[0])
	if err != nil {
		t.Fatal(err)
	}
	most -= 2 // the number of a file may have more digits by then
	name := filepath.Join(folder, strings.Repeat("n", most))
	if err := Write(name, []byte("x")); err != nil {
		t.Errorf("%d bytes: %v", most, err)
	}
	if _, err := os.Stat(name); err != nil {
		t.Error(err)
	}
}

func TestWrite(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a.txt")
	for _, text := range []string{"one", "another"} {
		if err := Write(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != text {
			t.Errorf("%q %v, expected %q", got, err, text)
		}
	}
	if list, _ := os.ReadDir(folder); len(list) != 1 {
		t.Errorf("left behind: %v", list)
	}
}

func TestRefused(t *testing.T) {
	folder := t.TempDir()
	for _, path := range []string{filepath.Join(folder, "none", "a.txt"), folder, os.DevNull} {
		err := Write(path, []byte("x"))
		if err == nil || !strings.HasPrefix(err.Error(), path+": cannot be written: ") || strings.Contains(err.Error(), ".part-") {
			t.Errorf("%v", err)
		}
	}
	if list, _ := os.ReadDir(folder); len(list) != 0 {
		t.Errorf("left behind: %v", list)
	}
	if list, _ := filepath.Glob(filepath.Join(filepath.Dir(folder), "*.part-*")); len(list) != 0 {
		t.Errorf("left behind: %v", list)
	}
}
