package properties

import (
	"runtime"
	"slices"
	"strings"
	"testing"

	"drawbridge/settings"
)

// An instruction set of another processor is refused by name, with what there is.
func TestTheOtherProcessorsInstructionSetIsRefused(t *testing.T) {
	best, err := ISA("")
	if err != nil {
		t.Fatal(err)
	}
	refused := 0
	for wish, processor := range processors {
		got, err := ISA(wish)
		if processor == runtime.GOARCH {
			if err == nil && got != wish {
				t.Errorf("%s gives %s", wish, got)
			}
			continue
		}
		refused++
		if err == nil {
			t.Fatalf("%s of %s is taken on %s", wish, processor, runtime.GOARCH)
		}
		for _, part := range []string{wish, processor, runtime.GOARCH, best, "DRAWBRIDGE_ISA"} {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%q does not say %s", err, part)
			}
		}
	}
	if refused == 0 {
		t.Error("no instruction set of another processor was tried")
	}
}

// Every word of the setting belongs to a processor.
func TestEveryInstructionSetHasAProcessor(t *testing.T) {
	at := slices.IndexFunc(settings.List, func(s settings.Setting) bool { return s.Name == "isa" })
	for _, word := range settings.List[at].Values {
		if processors[word] == "" {
			t.Errorf("%s belongs to no processor", word)
		}
	}
}
