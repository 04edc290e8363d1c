package settings

import (
	"strings"
	"testing"
)

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
