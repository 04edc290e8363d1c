package skeleton

import "testing"

// TestNamesThatBuildToolsTake: CMake refuses targets of these names, and make reads a file named makefile before Makefile.
func TestNamesThatBuildToolsTake(t *testing.T) {
	for _, name := range []string{"all", "clean", "edit_cache", "help", "install", "makefile", "preinstall", "rebuild_cache", "test"} {
		if CheckName(name) == nil {
			t.Errorf("the name %q is accepted", name)
		}
	}
	if err := CheckName("nozzle"); err != nil {
		t.Error(err)
	}
}
