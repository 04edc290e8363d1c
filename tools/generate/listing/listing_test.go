package listing

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Every way to make a message in the sources is one that the listing reads.
func TestMessagesAreFound(t *testing.T) {
	const source = `package x
func f() {
	status.Errorf(status.NullPointer, "%s: no array %[1]s at 0x%x, 5%% expected", a, b)
	status.Wrap(err, "copy: "+
		"%v"+where(), err)
	status.Errorf(status.Internal, "a defect")
	status.Errorf(status.Argument, "%s", text)
	fmt.Errorf("--range %s: no name", r)
	s.Warn(fmt.Sprintf("the halo of %s", u))
	refuse("it takes no inputs")
}`
	path := filepath.Join(t.TempDir(), "x.go")
	if err := os.WriteFile(path, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	python := `
raise Error("SHAPE", f"{layers} layers: "
            f"expected at least {least}")
`
	fortran := `
      code = refuse(what//' '//name//': the array is a slice; pass the whole array, and say by var= and interior= which part', &
          DRAWBRIDGE_SHAPE)
    code = refuse(call_name//': this frame was not initialized', DRAWBRIDGE_ORDER)
      write (text, '(a,i0,a,i0)') 'species_data: kij must be ', &
          ns, ' x ', ns
      call settle(refuse(trim(text), DRAWBRIDGE_SHAPE), stat, errmsg)
`
	for ending, source := range map[string]string{".py": python, ".f90": fortran} {
		if err := os.WriteFile(strings.TrimSuffix(path, ".go")+ending, []byte(source), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	found, err := messages(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	want := []message{
		{"… …: the array is a slice; pass the whole array, and say by var= and interior= which part", "SHAPE"},
		{"…: this frame was not initialized", "ORDER"}, {"species_data: kij must be … x …", "SHAPE"},
		{"…: no array … at 0x…, 5% expected", "NULL_POINTER"}, {"copy: ……", wrapped}, {"--range …: no name", plain}, {"the halo of …", warning},
		{"it takes no inputs", plain}, {"… layers: expected at least …", "SHAPE"},
	}
	if len(found) != len(want) {
		t.Fatalf("%q, expected %q", found, want)
	}
	for i := range want {
		if found[i] != want[i] {
			t.Errorf("%q, expected %q", found[i], want[i])
		}
	}
}
