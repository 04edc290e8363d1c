// Package main is the shared library's face: C entry points and the Go exports below them.
//
// The path of a call: the public C function (entry.c, forward.c) checks what C can check, blocks signals and
// sets the floating-point mode (guard.c), calls one export (exports_*.go), which turns C types into
// Go's, calls one function of frame, and turns a failure or a panic into a code and a message;
// back in C, mask and mode are restored and the error policy is applied.
//
// Here lives what mentions a C type or a Fortran status. Never here: work.
package main

import _ "drawbridge/machine" // its header

func main() {} // a c-shared library has one and never runs it
