package settings

import (
	"strings"
	"testing"

	"drawbridge/status"
)

func TestEnvironmentOverridesArgumentOverridesDefault(t *testing.T) {
	v, _, err := Resolve(map[string]string{"device": "host", "threads": "3"}, map[string]string{"DRAWBRIDGE_DEVICE": "memcheck"})
	if err != nil || v["device"] != "memcheck" || v.Int("threads") != 3 || v["check"] != "flag" {
		t.Fatalf("got %v, %v", v, err)
	}
}

func TestChangedSettingsNameWhoSetThem(t *testing.T) {
	environment := map[string]string{"DRAWBRIDGE_LAYOUT": "right", "DRAWBRIDGE_OVERLAP": "on", "DRAWBRIDGE_THREADS": "2"}
	v, _, err := Resolve(map[string]string{"check": "strict", "threads": "3"}, environment)
	if got, want := strings.Join(v.Changed(environment), ", "), "threads=2 (DRAWBRIDGE_THREADS), layout=right (DRAWBRIDGE_LAYOUT), check=strict (argument)"; err != nil || got != want {
		t.Errorf("got %s, %v; expected %s", got, err, want)
	}
}

func TestUnknownVariableIsAWarning(t *testing.T) {
	_, warnings, err := Resolve(nil, map[string]string{"DRAWBRIDGE_THREDS": "2", "DRAWBRIDGE_LIBRARY": "lib"})
	if err != nil || len(warnings) != 1 || !strings.Contains(warnings[0], "DRAWBRIDGE_THREDS") {
		t.Fatalf("got %v, %v", warnings, err)
	}
}

func TestAValueThatIsGoneSaysWhatToUse(t *testing.T) {
	_, _, err := Resolve(nil, map[string]string{"DRAWBRIDGE_OVERLAP": "always"})
	if err == nil || err.Error() != "DRAWBRIDGE_OVERLAP: 'always' computed fields of a GPU while their halos travelled, and is gone since 0.3.0, because it was slower. Use on" {
		t.Errorf("%v", err)
	}
}

func TestWrongValuesAreNamed(t *testing.T) {
	for variable, value := range map[string]string{
		"DRAWBRIDGE_DEVICE": "gpus", "DRAWBRIDGE_THREADS": "-1", "DRAWBRIDGE_CHECK": "maybe", "DRAWBRIDGE_LAYOUT": "up",
	} {
		_, _, err := Resolve(nil, map[string]string{variable: value})
		if status.CodeOf(err) != status.Argument || !strings.Contains(err.Error(), variable) || !strings.Contains(err.Error(), value) {
			t.Errorf("%s=%s: got %v", variable, value, err)
		}
	}
	if _, _, err := Resolve(map[string]string{"devise": "host"}, nil); status.CodeOf(err) != status.UnknownName {
		t.Errorf("unknown name: got %v", err)
	}
}

func TestWrongValuesSayWhatIsExpected(t *testing.T) {
	for variable, sentence := range map[string]string{
		"DRAWBRIDGE_PATIENCE=86401": "expected 0 to 86400", "DRAWBRIDGE_THREADS=1025": "expected 0 to 1024",
		"DRAWBRIDGE_OPTIONS=root": "'root' is not name=value", "DRAWBRIDGE_DEVICE=cuda:+1": "'cuda:+1'", "DRAWBRIDGE_DEVICE=gpu:+0": "'gpu:+0'",
	} {
		name, value, _ := strings.Cut(variable, "=")
		if _, _, err := Resolve(nil, map[string]string{name: value}); err == nil || !strings.Contains(err.Error(), sentence) {
			t.Errorf("%s: got %v", variable, err)
		}
	}
	if v, _, err := Resolve(nil, map[string]string{"DRAWBRIDGE_PATIENCE": "2000"}); err != nil || v.Int("patience") != 2000 {
		t.Errorf("patience of 2000 s: got %v, %v", v["patience"], err)
	}
}

// A word that is nearly on or off is no name of a file; a file of that name has its folder.
func TestANearlyWordIsNoFile(t *testing.T) {
	for value, want := range map[string]string{
		"of": "DRAWBRIDGE_LOG: 'of' is not stderr or off; did you mean 'off'? For a file or folder of this name, give ./of", "stdrr": "did you mean 'stderr'?",
		"OFF": "did you mean 'off'?", "none": "is not stderr or off", "stdout": "is not stderr or off", "-": "is not stderr or off", "0": "is not stderr or off",
		"off": "", "stderr": "", "./of": "", "run": "", "log": "", "out.txt": "", "l_%r": "", "/dev/null": "",
	} {
		_, _, err := Resolve(nil, map[string]string{"DRAWBRIDGE_LOG": value})
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("log=%s: %v, expected %q", value, err, want)
		}
	}
	if _, _, err := Resolve(map[string]string{"cache": "of"}, nil); err == nil {
		t.Error("cache=of is a folder")
	}
}

func TestAMistypedNameIsAskedAbout(t *testing.T) {
	if _, _, err := Resolve(map[string]string{"threds": "2"}, nil); err == nil || !strings.HasPrefix(err.Error(), "setting 'threds' is not known; did you mean 'threads'? Settings are device ") {
		t.Errorf("setting threds: %v", err)
	}
	_, warnings, _ := Resolve(nil, map[string]string{"DRAWBRIDGE_THREDS": "2"})
	if len(warnings) != 1 || !strings.HasSuffix(warnings[0], "; did you mean 'DRAWBRIDGE_THREADS'?") {
		t.Errorf("DRAWBRIDGE_THREDS: %v", warnings)
	}
}

// A count that is too large is not called something else than a number.
func TestCountsOutOfRange(t *testing.T) {
	for value, want := range map[string]string{
		"1025": "DRAWBRIDGE_THREADS: '1025' is too large, expected 0 to 1024 (", "-1": "'-1' is negative, expected 0 to 1024",
		"99999999999999999999": "is too large", "two": "DRAWBRIDGE_THREADS: 'two' is no whole number, expected 0 to 1024 (", "1.5": "'1.5' is no whole number", "+2": "'+2' is no whole number",
	} {
		_, _, err := Resolve(nil, map[string]string{"DRAWBRIDGE_THREADS": value})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, expected %q", value, err, want)
		}
	}
}

// FuzzResolve: any text of the environment is refused, or gives values that are admitted; none is lost in silence.
func FuzzResolve(f *testing.F) {
	for _, s := range List {
		f.Add(s.Name, s.Default)
		for _, v := range s.Values {
			f.Add(s.Name, v)
		}
	}
	for _, text := range []string{"1e9", "-1", "99999999999999999999", "cuda:-1", "cuda:1025", "a=b,c", "=", "a=", ",,,", "\x00", " host "} {
		f.Add("device", text)
		f.Add("threads", text)
		f.Add("options", text)
		f.Add("unknown", text)
	}
	f.Fuzz(func(t *testing.T, name, value string) {
		variable := "DRAWBRIDGE_" + strings.ToUpper(name)
		values, warnings, err := Resolve(nil, map[string]string{variable: value})
		if s, known := find(strings.ToLower(name)); err == nil && known && s.Environment() == variable && value != "" && values[s.Name] != strings.TrimSpace(value) {
			t.Errorf("%s=%q became %q", variable, value, values[s.Name])
		} else if err == nil && !known && len(warnings) == 0 && variable != "DRAWBRIDGE_" {
			if _, known := find(name); !known {
				t.Errorf("%s=%q passed in silence", variable, value)
			}
		}
		_, _, _ = Resolve(map[string]string{name: value}, nil)
		for _, pair := range Pairs(value) {
			if pair[0] == "" {
				t.Errorf("%q has a pair without a name", value)
			}
		}
	})
}

// Blanks beside = are those of a Fortran format, and no end of a word.
func TestWordsTakeBlanksBesideEquals(t *testing.T) {
	for text, want := range map[string]string{"dt= 1.0E-09": "dt=1.0E-09", "a =b\tc = d, e": "a=b|c=d|e", "T P": "T|P", "": ""} {
		if got := strings.Join(Words(text), "|"); got != want {
			t.Errorf("%q: %q, expected %q", text, got, want)
		}
	}
}
