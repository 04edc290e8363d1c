package stencils

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// The instruction sets share nothing: each .cpp defines its table and no weak symbol. The linker keeps one
// copy of a weak function, and an AVX-512 copy would crash an older CPU.
func TestNoSharedSymbols(t *testing.T) {
	ours := regexp.MustCompile(`^drawbridge_stencils(_run)?_(avx512|avx2|baseline|neon)$`)
	compiler := os.Getenv("CXX")
	if compiler == "" {
		compiler = "g++"
	}
	for _, table := range tables {
		file := table.isa + "_" + runtime.GOARCH + ".cpp"
		object := filepath.Join(t.TempDir(), "object.o")
		arguments := append([]string{"-std=c++17", "-O2", "-I.", "-c", file, "-o", object}, strings.Fields(os.Getenv("CGO_CXXFLAGS"))...)
		if out, err := exec.Command(compiler, arguments...).CombinedOutput(); err != nil {
			t.Fatalf("%s %v: %v\n%s", compiler, arguments, err, out)
		}
		nm, err := exec.Command(compiler, "-print-prog-name=nm").Output() // of the processor that is compiled for
		if err != nil {
			t.Fatalf("%s names no nm: %v", compiler, err)
		}
		out, err := exec.Command(strings.TrimSpace(string(nm)), "--extern-only", "--defined-only", object).Output()
		if err != nil || len(out) == 0 {
			t.Fatalf("nm: %v", err)
		}
		for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
			if words := strings.Fields(line); strings.ContainsAny(words[1], "WwVvu") || !ours.MatchString(words[2]) {
				t.Errorf("%s defines %s of kind %s", file, words[2], words[1])
			}
		}
		handlersJump(t, compiler, file, object)
	}
}

// handlersJump checks that each instruction of an expression jumps to the next one: calls would put as many frames on the stack
// of a thread as an expression has instructions.
func handlersJump(t *testing.T, compiler, file, object string) {
	t.Helper()
	tool, err := exec.Command(compiler, "-print-prog-name=objdump").Output()
	if err != nil {
		t.Fatalf("%s names no objdump: %v", compiler, err)
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
			t.Errorf("%s: a handler does not jump to the next: %.200s", file, code)
		}
	}
	if least := 2 * len(ExpressionForms()); handlers < least {
		t.Errorf("%s has %d handlers that jump, at least %d expected", file, handlers, least)
	}
}

// Every instruction set has the same kernels.
func TestEveryInstructionSetHasEveryKernel(t *testing.T) {
	isas := ISAs()
	best := Functions(isas[0])
	if len(best) < 150 {
		t.Fatalf("%d kernels for %s", len(best), isas[0])
	}
	for _, isa := range isas {
		other := Functions(isa)
		for name := range best {
			if other[name] == 0 {
				t.Errorf("%s has no %s", isa, name)
			}
		}
	}
	if Functions("sparc") != nil {
		t.Error("kernels for an instruction set that is not there")
	}
}
