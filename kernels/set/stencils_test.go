package set

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"

	stencils "drawbridge/kernels/stencils/set"
)

// As TestInstructionSetsShareNoSymbol, for the stencils.
func TestStencilsShareNoSymbol(t *testing.T) {
	ours := regexp.MustCompile(`^drawbridge_stencils(_run)?_(avx512|avx2|baseline|neon)$`)
	for _, table := range tables {
		isa := table.isa
		object := objectOf(t, "stencils/"+isa)
		for _, symbol := range symbols(t, object, "--defined-only") {
			if strings.ContainsAny(symbol[0], "WwVvu") || !ours.MatchString(symbol[1]) {
				t.Errorf("%s defines %s of kind %s", isa, symbol[1], symbol[0])
			}
		}
		handlersJump(t, isa, object)
	}
}

// handlersJump checks that each instruction of an expression jumps to the next one: calls would put as many frames on the stack
// of a thread as an expression has instructions.
func handlersJump(t *testing.T, isa, object string) {
	t.Helper()
	tool, err := exec.Command(compiler(), "-print-prog-name=objdump").Output()
	if err != nil {
		t.Fatalf("%s names no objdump: %v", compiler(), err)
	}
	out, err := exec.Command(strings.TrimSpace(string(tool)), "-d", "-C", "--no-show-raw-insn", object).Output()
	if err != nil {
		t.Fatalf("objdump: %v", err)
	}
	handler := regexp.MustCompile(`(?m)^[0-9a-f]+ <.*\b(step<.*, false>|(keep|put_home|put_apart|total)<\w+, false>|(stencil|small_stencil|stacked)<.*>)\(.*>:$`)
	jump, call := regexp.MustCompile(`\t(jmp +\*|br\t)`), regexp.MustCompile(`\t(call +\*|blr\t)`)
	same := regexp.MustCompile(`^.*:\n[^\n]*\t(jmp|b) +[0-9a-f]+ <.*\bstep<[^\n]*(\n[^\n]*\t[^\n]*nop[^\n]*)*\s*$`) // it does what another one does, and jumps there
	handlers := 0
	for _, code := range strings.Split(string(out), "\n\n") {
		if !handler.MatchString(code) {
			continue
		}
		if same.MatchString(code) {
			handlers++
			continue
		}
		if handlers++; !jump.MatchString(code) || call.MatchString(code) {
			t.Errorf("%s: a handler does not jump to the next: %.200s", isa, code)
		}
	}
	if least := 2 * len(stencils.ExpressionForms()); handlers < least {
		t.Errorf("%s has %d handlers that jump, at least %d expected", isa, handlers, least)
	}
}

// Every instruction set has the same kernels.
func TestEveryInstructionSetHasEveryKernel(t *testing.T) {
	isas := stencils.ISAs()
	best := stencils.Functions(isas[0])
	if len(best) < 150 {
		t.Fatalf("%d kernels for %s", len(best), isas[0])
	}
	for _, isa := range isas {
		other := stencils.Functions(isa)
		for name := range best {
			if other[name] == 0 {
				t.Errorf("%s has no %s", isa, name)
			}
		}
	}
	if stencils.Functions("sparc") != nil {
		t.Error("kernels for an instruction set that is not there")
	}
}
