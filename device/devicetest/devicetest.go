// Package devicetest holds kernels of known behaviour, right and wrong, that the tests of devices
// launch (cgo is refused in test files). Nothing of the product imports it.
package devicetest

/*
#cgo CFLAGS: -std=gnu11 -O2 -Wall -Wextra
#include "kernels.h"
*/
import "C"

import (
	"unsafe"

	"drawbridge/device"
)

// Programs by what they do: "double" is right, the others do what their name says.
func Programs() map[string]device.Program {
	programs := map[string]device.Program{}
	for name, f := range map[string]unsafe.Pointer{
		"double":    C.double_kernel,
		"unwritten": C.unwritten_kernel,
		"input":     C.input_kernel,
		"beyond":    C.beyond_kernel,
		"flagging":  C.flagging_kernel,
	} {
		programs[name] = device.Program{Name: name, Host: uintptr(f)}
	}
	return programs
}
