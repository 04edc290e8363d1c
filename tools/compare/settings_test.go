package compare

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"drawbridge/files/filestest"
)

func readSettings(t *testing.T, text string) (Options, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "t.yaml")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	var o Options
	err := o.ReadFile(path)
	return o, err
}

func TestToleranceFile(t *testing.T) {
	o, err := readSettings(t, `
default: {rel: 1e-9}
fields:
  temperature: {abs: 0.01, rel: 1e-6}
  "Y_*": {norm: 1e-8}
  "Y_CH*": {norm: 1}
rename: {rho: density}
exclude: [scratch]
halo: 2
nan: different
extra: ignore
`)
	if err != nil {
		t.Fatal(err)
	}
	if !o.StrictNaN || !o.IgnoreExtra || o.Halo != 2 || o.renamed("/g/rho") != "/g/density" || o.wants("/g/scratch") {
		t.Errorf("%+v", o)
	}
	for dataset, want := range map[string]Tolerance{
		"/VTKHDF/CellData/temperature": {Absolute: .01, Relative: 1e-6}, "/g/Y_O2": {Norm: 1e-8},
		"/g/Y_CH4": {Norm: 1}, "/g/other": {Relative: 1e-9},
	} {
		if got := o.tolerance(dataset); got != want {
			t.Errorf("%s: %+v, expected %+v", dataset, got, want)
		}
	}
	if o, err := readSettings(t, "# one document\n---\nhalo: 3\n...\n"); err != nil || o.Halo != 3 {
		t.Errorf("one document between its marks: %+v %v", o, err)
	}
	if o, err := readSettings(t, "only: [NO, y, 1e5]\nhalo:\nfields: {y: {abs: .5, rel: 1.e-3, norm: +2}}\n"); err != nil || o.Include[0] != "NO" || o.Include[1] != "y" || o.Include[2] != "1e5" || o.PerField["y"] != (Tolerance{Absolute: .5, Relative: 1e-3, Norm: 2}) {
		t.Errorf("words that older YAML takes for others: %+v %v", o, err)
	}
	if o, err := readSettings(t, "\n"); err != nil || o.Tolerance != (Tolerance{}) {
		t.Errorf("an empty file: %+v %v", o, err)
	}
}

func TestToleranceFileRefused(t *testing.T) {
	for text, want := range map[string]string{
		"defaults: {rel: 1}":         `unknown field "defaults"`,
		"onyl:":                      `unknown field "onyl"`,
		"fields: {T: {abss: }}":      `T: "abss" is none of`,
		"default: {relative: 1}":     "none of abs (or atol), rel, rtol, norm",
		"fields: {rho: {abs: -1}}":   "rho: the absolute tolerance is -1",
		"fields: {rho: {abs: .nan}}": "expected a finite number of at least 0",
		"nan: maybe":                 "expected same or different",
		"halo: 010":                  `t.yaml: line 1, column 7: "010", expected a decimal number`,
		"default: {rel: 1_0}":        `line 1, column 16: "1_0", expected a decimal number`, "default: {rel: 1_0.5}": `"1_0.5", expected a decimal number`,
		"default:\n  abs: 0x1F": `line 2, column 8: "0x1F", expected a decimal number`, "halo: 0b1": "decimal number", "halo: 0o1": "decimal number", "default: {rel: -01}": "decimal number",
		"only: [010]": `a name like this in quotes`,
		"halo: many":  `t.yaml: line 1, column 7: "many", expected a number`,
		"halo: 1.5":   "halo: 1.5, expected a whole number of layers", "halo: 1.999": "whole number", "halo: .5": "whole number", "halo: .inf": "whole number", "halo: .nan": "whole number", "halo: 1e300": "whole number", "halo: true": "expected a number",
		"halo: 1\n---\nhalo: 2\n": "t.yaml: line 2: a second document begins; expected one", "--- {halo: 1}\n--- {nan: different}": "line 2: a second document begins",
		"default: {rel: 1e400}": `t.yaml: line 1, column 16: "1e400" is too large, expected a number of at most 1.8e+308`,
		"default: {rel: 1":      "t.yaml: line 1: ",
		"- halo":                "t.yaml: line 1, column 1: a list, expected keys with values", "default: 1": `line 1, column 10: "1", expected keys with values`, "only: a": "expected a list of names", "rename: {a: [b]}": "line 1, column 13: a list, expected a word",
		"halo: 1\nhalo: 2": "line 2: the key 'halo' is there twice, first in line 1", "default: {abs: 1, atol: 2}": "abs and atol are the same tolerance", "a: &x 1\nhalo: *x": "line 1: an anchor or alias",
		"fields: {rho: {abs: small}}": `t.yaml: line 1, column 21: "small", expected a number`,
	} {
		if _, err := readSettings(t, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, expected %q", text, err, want)
		}
	}
}

func TestHostileTolerances(t *testing.T) {
	read := func(path string) func() error {
		return func() error { return new(Options).ReadFile(path) }
	}
	for path, want := range map[string]string{filestest.Pipe(t, "t.yaml"): "a pipe", "/dev/zero": "a device"} {
		filestest.Refused(t, path, want, read(path))
	}
	for text, want := range map[string]string{filestest.Bomb(9): "aliases", strings.Repeat("[", 20_000): "deep", "nan: |\n  some\n" + strings.Repeat("\n", 50_000): "expected same or different"} {
		path := filepath.Join(t.TempDir(), "t.yaml")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		filestest.Refused(t, text[:20], want, read(path))
	}
}

// FuzzTolerances: any file of tolerances is read within bounds, and what is accepted passes the check or is refused by it.
func FuzzTolerances(f *testing.F) {
	for _, text := range []string{"default: {rel: 1e-9}\nfields:\n  T: {abs: 0.01}\n  \"Y_*\": {norm: 1e-8}\nrename: {rho: density}\nonly: [a]\nhalo: 2\nnan: different\n", "halo: -1",
		"fields: {\"[\": {abs: 1}}", "default: &d {abs: .inf}\nfields: {a: *d}", filestest.Bomb(4), "exclude: [[a]]", "\x00", ""} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		filestest.Bounded(t, func() {
			var o Options
			if o.read("t.yaml", text) == nil && o.check() == nil {
				_, _ = o.tolerance("/a/T"), o.wants("/a/T")
				_ = o.renamed("/a/rho")
			}
		})
	})
}

// FuzzTolerance: the flag of one field.
func FuzzTolerance(f *testing.F) {
	for _, text := range []string{"T=abs:1,rel:1e-6,norm:0", "T=abs:", "=", "a=b=c", "T=abs:1,abs:2", "T=abs:nan"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if field, tolerance, err := ParseTolerance(text); err == nil && (field == "" || tolerance.check() != nil) {
			t.Errorf("%q is accepted: %q %+v", text, field, tolerance)
		}
	})
}
