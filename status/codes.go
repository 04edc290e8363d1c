package status

// Code is what every Drawbridge call answers. fortran/drawbridge.f90 repeats the list as
// DRAWBRIDGE_<NAME>; a test compares the two.
type Code int

// The codes. A code, once released, keeps its number.
const (
	OK           Code = 0  // the call did what it was asked
	Internal     Code = 1  // a defect of Drawbridge itself (a recovered panic)
	Argument     Code = 2  // a value outside its range
	NullPointer  Code = 3  // an address that must be given is null or not mapped
	UnknownName  Code = 4  // no species, view, collection, option or setting of that name
	Shape        Code = 5  // bounds, extents or widths that do not fit
	Order        Code = 6  // a call before or after its time (initialize, finalize, inputs)
	NotAvailable Code = 7  // known by name, but not in this build, release or machine
	OutOfMemory  Code = 8  // no room for a view or a stripe
	Device       Code = 9  // the device refused or failed
	BadValue     Code = 10 // flagged points under the check "strict"
	File         Code = 11 // a file that cannot be read or written
	StaleArray   Code = 12 // a plan's array was deallocated or moved
)

// Known tells whether a code is one of the list.
func (c Code) Known() bool { return c >= OK && c <= StaleArray }
