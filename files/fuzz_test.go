package files_test

import (
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"drawbridge/files"
	"drawbridge/files/filestest"
)

// Any text is read or refused within bounds, and what is read has no alias.
func FuzzYAML(f *testing.F) {
	for _, text := range []string{"a: [1, {b: 2}]\n", filestest.Bomb(3), filestest.Bomb(9), strings.Repeat("[", 200), strings.Repeat("- ", 70), "a: &x {<<: *x}\n",
		"note: |\n  it's\nb: [\"]\"]\n", "? [a]\n: - b\n", "%YAML 1.2\n---\n!!map {a: 1}\n...\n", "a: 'b''c'\n# [[[\n", "\xff\x00", "&a &b *c", "a:\n\t- b"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		filestest.Bounded(t, func() {
			if root, err := files.YAML(text); root != nil && (err != nil || root.Kind == yaml.AliasNode) {
				t.Errorf("%v %v", root, err)
			}
		})
	})
}

// What is shown holds nothing that a terminal obeys, and showing it twice changes nothing.
func FuzzVisible(f *testing.F) {
	for _, text := range []string{"plain", "\x1b[2J", "\u009b31m", "\xff\xfe", "a\u202eb", "\u2028"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		shown := files.Visible(text)
		if strings.ContainsAny(shown, "\x1b\x07\x08\r\x00\x7f\u009b\u202e\u2066\u2028") || files.Visible(shown) != shown {
			t.Errorf("%q is shown as %q", text, shown)
		}
	})
}
