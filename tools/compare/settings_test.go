package compare

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
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
	if o, err := readSettings(t, "\n"); err != nil || o.Tolerance != (Tolerance{}) {
		t.Errorf("an empty file: %+v %v", o, err)
	}
}

func TestToleranceFileRefused(t *testing.T) {
	for text, want := range map[string]string{
		"defaults: {rel: 1}":         `unknown field "defaults"`,
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
		"default: {rel: 1e400}":       `t.yaml: line 1, column 16: "1e400" is too large, expected a number of at most 1.8e+308`,
		"default: {rel: 1":            "t.yaml",
		"fields: {rho: {abs: small}}": `t.yaml: line 1, column 21: "small", expected a number`,
	} {
		if _, err := readSettings(t, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, expected %q", text, err, want)
		}
	}
}
