package kernels

// compiled is the address of a kernel in the table of an instruction set, 0 where there is none.
func compiled(isa, kernel string) uintptr { return 0 }

// supported are the instruction sets this CPU runs, best first.
func supported() []string { return nil }
