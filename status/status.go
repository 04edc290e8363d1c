// Package status holds the one list of status codes and the error type that carries them.
//
// Here lives what a failure is called. Never here: printing, stopping, or anything that knows a
// view, a device or Fortran.
package status

import (
	"errors"
	"fmt"
	"sync/atomic"

	"drawbridge/files"
)

// Error is a failure with its code. The text names the thing, what was given, what was expected.
type Error struct {
	Code  Code
	Text  string
	cause error
}

func (e *Error) Error() string { return e.Text }

// Unwrap gives the error that Wrap was told about; nil: this one came first.
func (e *Error) Unwrap() error { return e.cause }

// Errorf makes an Error with a formatted text; what a terminal would obey in it is written as an escape.
func Errorf(code Code, format string, values ...any) error {
	return &Error{Code: code, Text: files.Visible(fmt.Sprintf(format, values...))}
}

// Wrap says more about an error, with a formatted text that quotes it where it belongs, and keeps its code.
func Wrap(err error, format string, values ...any) error {
	return &Error{Code: CodeOf(err), Text: files.Visible(fmt.Sprintf(format, values...)), cause: err}
}

// CodeOf gives the code an error carries: OK for nil, Internal for an error of no code.
func CodeOf(err error) Code {
	if err == nil {
		return OK
	}
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	return Internal
}

// GB writes a number of bytes in GB (10^9 bytes) with three digits; what is less than 0.0001 GB is written so.
func GB(bytes float64) string {
	if bytes >= 999.5e9 {
		return fmt.Sprintf("%.0f GB", 1e-9*bytes)
	}
	if bytes > 0 && bytes < 1e5 {
		return "less than 0.0001 GB"
	}
	return fmt.Sprintf("%.3g GB", 1e-9*bytes)
}

// Count is a number with what it counts, for messages: "1 argument", "0 arguments", "3 arguments".
func Count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

var wroteFile atomic.Bool

// WroteFile is said by whoever may write a file within a call of a time step (the log, a cache): the signal that a
// failed write leaves must not reach the host (bridge/guard.c).
func WroteFile() { wroteFile.Store(true) }

// TakeWroteFile answers whether that was said since the last time.
func TakeWroteFile() bool { return wroteFile.Load() && wroteFile.Swap(false) }
