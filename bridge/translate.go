package main

/*
#cgo CFLAGS: -std=gnu11 -O2 -Wall -Wextra -fexceptions
#include "types.h"
#include "guard.h"
*/
import "C"

import (
	"fmt"
	"runtime/debug"
	"strings"
	"unicode"
	"unicode/utf8"
	"unsafe"

	"drawbridge/device/hostmemory"
	"drawbridge/frame"
	"drawbridge/properties"
	"drawbridge/status"
)

// answer runs the work of one call and puts its failure into the message buffer of the thread. A
// panic, which is a defect of ours, comes back as a code with the place where it happened.
func answer(message *C.char, work func() error) (code C.int) {
	defer func() {
		if cause := recover(); cause != nil {
			code = tell(message, status.Internal, fmt.Sprintf("defect in Drawbridge: %v at %s", cause, origin(string(debug.Stack()))))
		}
		if status.TakeWroteFile() {
			C.files_touched = 1
		}
	}()
	if err := work(); err != nil {
		return tell(message, status.CodeOf(err), err.Error())
	}
	return C.int(status.OK)
}

func tell(message *C.char, code status.Code, text string) C.int {
	buffer := unsafe.Slice((*byte)(unsafe.Pointer(message)), C.message_size)
	n := copy(buffer[:len(buffer)-1], text)
	buffer[n] = 0
	return C.int(code)
}

// origin finds the first line of our own code in a stack below the panic.
func origin(stack string) string {
	_, below, _ := strings.Cut(stack, "panic(")
	for _, line := range strings.Split(below, "\n") {
		if at := strings.Index(line, "drawbridge/"); at >= 0 && strings.Contains(line, "(") {
			return strings.TrimSpace(line[at:])
		}
	}
	return "an unknown place"
}

// text reads characters that Fortran gave with their length; trailing blanks do not count.
func text(what string, p *C.char, n C.int) (string, error) {
	if n < 0 || n > 1<<20 {
		return "", status.Errorf(status.Argument, "%s: its length is %d", what, n)
	}
	if n == 0 {
		return "", nil
	}
	if err := readable(what, unsafe.Pointer(p), int(n)); err != nil {
		return "", err
	}
	return strings.TrimRight(C.GoStringN(p, n), " \x00"), nil
}

func texts(what string, p *C.char, length, count C.int) ([]string, error) {
	if length < 1 || count < 1 || count > properties.MaxSpecies {
		return nil, status.Errorf(status.Argument, "%s: %d names of %d characters, 1 to %d names expected", what, count, length, properties.MaxSpecies)
	}
	var list []string
	for i := range int(count) {
		at := (*C.char)(unsafe.Add(unsafe.Pointer(p), i*int(length)))
		s, err := text(what, at, length)
		if err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	return list, nil
}

// readable refuses what a call reads of the host and cannot: every such argument goes through here.
func readable(what string, p unsafe.Pointer, bytes int) error {
	return hostmemory.Check(what, uintptr(p), int64(bytes), hostmemory.Read)
}

// writable refuses a place of the host that a call writes to and cannot. It is asked before the call does anything.
func writable(what string, p unsafe.Pointer, bytes int) error {
	return hostmemory.Check(what, uintptr(p), int64(bytes), hostmemory.Write)
}

// settingLines reads the settings of initialize, a line "name=value" each. Fortran hands a line break inside a value on as a
// return, so that it cannot begin another setting.
func settingLines(lines string) (map[string]string, error) {
	for _, line := range strings.Split(lines, "\n") {
		name, value, pair := strings.Cut(line, "=")
		if !pair && strings.TrimSpace(line) != "" {
			return nil, status.Errorf(status.Argument, "initialize: the setting '%.80s' has no value; write name=value, one a line", strings.TrimSpace(line))
		}
		if at := strings.IndexFunc(value, unicode.IsControl); at >= 0 {
			return nil, status.Errorf(status.Argument, "initialize: the setting '%s' holds a control character (%q, at character %d); write it without line breaks and tabs",
				name, value[at:at+1], utf8.RuneCountInString(value[:at])+1)
		}
	}
	return pairs(lines), nil
}

// pairs reads "name=value" lines.
func pairs(lines string) map[string]string {
	m := map[string]string{}
	for _, line := range strings.Split(lines, "\n") {
		if name, value, ok := strings.Cut(line, "="); ok {
			m[strings.TrimSpace(name)] = value
		}
	}
	return m
}

// doubles copies n numbers of the host; null is an error unless optional, then nil.
func doubles(what string, p *C.double, n int, optional bool) ([]float64, error) {
	if p == nil && optional {
		return nil, nil
	}
	if err := readable(what, unsafe.Pointer(p), 8*n); err != nil {
		return nil, err
	}
	return append([]float64(nil), unsafe.Slice((*float64)(unsafe.Pointer(p)), n)...), nil
}

// integers copies n default integers of the host.
func integers(what string, p *C.int, n int) ([]int, error) {
	if err := readable(what, unsafe.Pointer(p), 4*n); err != nil {
		return nil, err
	}
	list := make([]int, n)
	for i, v := range unsafe.Slice(p, n) {
		list[i] = int(v)
	}
	return list, nil
}

// declaredArray reads how the host declares an array that is lent for one call. Null as the interior is the whole array.
func declaredArray(what string, rank C.int, shape, interior *C.int, order *C.char, orderLength, bounds C.int, lower *C.int) (d frame.Declared, err error) {
	if rank < 3 || rank > 5 {
		return d, status.Errorf(status.Shape, "%s: the array has rank %d, 3 to 5 expected", what, rank)
	}
	if d.Extents, err = integers(what+": shape", shape, int(rank)); err != nil {
		return d, err
	}
	d.Whole = interior == nil
	if interior != nil {
		bounds, err := integers(what+": interior", interior, 6)
		if err != nil {
			return d, err
		}
		d.Interior = [6]int(bounds)
	}
	if bounds != 0 && bounds != rank && bounds != 3 {
		return d, status.Errorf(status.Shape, "%s: lbound has %d numbers, and the array %d dimensions; one for each is expected", what, bounds, rank)
	}
	if bounds > 0 {
		if d.Lower, err = integers(what+": lbound", lower, int(bounds)); err != nil {
			return d, err
		}
	}
	d.Order, err = text(what+": order", order, orderLength)
	return d, err
}
