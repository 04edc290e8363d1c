package frame

import (
	"fmt"
	"strings"
	"time"
	"unicode"

	"drawbridge/device"
	"drawbridge/device/hostmemory"
	"drawbridge/properties"
	"drawbridge/status"
	"drawbridge/views"
)

// The legacy calls have implicit interfaces: no compiler checks them, and they say little of their arrays. What is usually wrong
// with them is named here, at the call that is wrong.

// lentTo is a direction and a view.
type lentTo struct {
	call, view string
}

const unpackCall, packCall = "populateinputstripe", "populateoutputstripe"

// watchedTurns is for how many copies and runs the memory of arrays is watched: each look asks the system, and what is wrong with
// a program is wrong from the beginning.
const watchedTurns = 200

// lent is an array as the latest legacy call brought it.
type lent struct {
	array views.HostArray
	end   int   // the last point of the stripe
	block int64 // bytes of the heap block that begins at its address; 0: not recognisable
}

// Unpack lifts a stripe of a host array, in the Frame's unit, into a view.
func (f *Frame) Unpack(view string, a views.HostArray, start, end int) error {
	if err := f.legacyArray(unpackCall, view, a); err != nil {
		return misread(err, a, start, end)
	}
	if err := f.unpack(view, a, start, end); err != nil {
		return misread(err, a, start, end)
	}
	if (view == "T" || view == "P") && f.lent[lentTo{unpackCall, view}].array.Address == 0 {
		if text := a.OtherKind(); text != "" {
			return status.Errorf(status.BadValue, "view %s: %s", view, text)
		}
	}
	f.mindCopies(unpackCall, view, a, start, end)
	return nil
}

func (f *Frame) unpack(view string, a views.HostArray, start, end int) error {
	if err := f.bringBack(a, nil); err != nil {
		return err
	}
	name := "in " + view
	defer f.profile.Range(name)()
	begin := time.Now()
	if err := f.store.Unpack(view, a, start, end); err != nil {
		return err
	}
	f.turn++
	f.origins[view] = origin{a, start, f.turn}
	f.copied(name, 8*int64(end-start+1)*int64(a.Width), time.Since(begin).Seconds(), 0)
	return nil
}

// Pack puts a view back into a stripe of a host array, in the Frame's unit.
func (f *Frame) Pack(view string, a views.HostArray, start, end int) error {
	if err := f.legacyArray(packCall, view, a); err != nil {
		return misread(err, a, start, end)
	}
	if err := f.pack(view, a, start, end); err != nil {
		return misread(err, a, start, end)
	}
	f.mindCopies(packCall, view, a, start, end)
	return nil
}

func (f *Frame) pack(view string, a views.HostArray, start, end int) error {
	name := "out " + view
	defer f.profile.Range(name)()
	begin := time.Now()
	if err := f.store.Pack(view, a, start, end); err != nil {
		return err
	}
	f.outdate(a, nil)
	f.copied(name, 8*int64(end-start+1)*int64(a.Width), time.Since(begin).Seconds(), 0)
	return nil
}

// Run launches a collection on points 1..n of the views; asked limits the outputs, nil asks all.
func (f *Frame) Run(collection string, n int, asked map[string]bool) error {
	if n == 0 {
		_, err := f.properties.Call(collection)
		return err
	}
	f.mindFreed()
	f.turn++
	f.ran[collection] = f.turn
	err := f.accounted(collection, stripe{}, func() (properties.Launch, error) { return f.properties.Run(collection, device.Line(n), asked) })
	if err != nil && (n <= -address || n >= max(address, 8*f.MaxBlock)) {
		err = status.Wrap(err, "%v%s", err, byValue("nActivePoints"))
	}
	return err
}

// legacyArray refuses a name that lacks its end, and variables behind the end of an array. The array of the call before is known.
func (f *Frame) legacyArray(call, view string, a views.HostArray) error {
	if err := f.legacyName(view); err != nil {
		return err
	}
	if err := f.properties.CheckUnit(view); err != nil {
		return err
	}
	what := "view " + view
	if f.lent[lentTo{call, view}].array == a || a.Check(what) != nil {
		return nil // looked at before; or refused later, with its reason
	}
	block, need := hostmemory.Block(a.Address), a.Bytes()
	if block == 0 || need <= block {
		return nil
	}
	variable := a.Bytes() / int64(a.Shape[3])
	return status.Errorf(status.Shape, "%s: variables %d..%d of an array %d x %d x %d are asked, which takes %d bytes. The block allocated at 0x%x has %d bytes, room for %d variables. Give SptData and EptData within the array, or the extents that it has",
		what, a.Var, a.Var+a.Width-1, a.Shape[0], a.Shape[1], a.Shape[2], need, a.Address, block, block/variable)
}

// legacyName refuses the name of a view that is none: often one without char(0), of which the call has read on.
func (f *Frame) legacyName(name string) error {
	printable := strings.Map(func(r rune) rune {
		if r > unicode.MaxASCII || !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, name)
	_, err := f.store.Find(printable)
	if status.CodeOf(err) != status.UnknownName {
		return nil
	}
	for n := len(printable) - 1; n > 0; n-- {
		if _, none := f.store.Find(printable[:n]); status.CodeOf(none) != status.UnknownName {
			return status.Wrap(err, "%v. If %s is meant, end its name: '%[2]s'//char(0). Without char(0) the call reads up to 8 characters, whatever follows the name", err, printable[:n])
		}
	}
	if printable != name {
		return status.Wrap(err, "%v. The name holds characters that cannot be printed: end it with char(0), as 'T'//char(0)", err)
	}
	return err
}

// address is a number of which a smaller one is hardly the low half of an address.
const address = 1 << 20

// misread adds to an error of a stripe what numbers as large as these usually mean.
func misread(err error, a views.HostArray, start, end int) error {
	numbers := append(append([]int{a.Var, a.Var + a.Width - 1, start, end}, a.Shape[:3]...), a.Interior[:]...)
	large, impossible := 0, a.Var >= address || a.Var+a.Width-1 >= address
	for _, n := range numbers {
		if n >= address || n <= -address {
			large++
		}
		impossible = impossible || n <= -address
	}
	if !impossible && 2*large <= len(numbers) {
		return err
	}
	return status.Wrap(err, "%v%s", err, byValue("nx"))
}

// ByReference adds to an error of initialize that its integers seem to be addresses.
func ByReference(err error, numbers ...int) error {
	for _, n := range numbers {
		if err != nil && (n >= address || n <= -address) {
			return status.Wrap(err, "%v%s", err, byValue("ns"))
		}
	}
	return err
}

// byValue is the end of a message about integers without %VAL.
func byValue(name string) string {
	return fmt.Sprintf(". A number of this size is usually an address: pass the integers of the legacy calls by value, as %%VAL(%s)", name)
}

const packing = "the compiler seems to pass a copy of the whole array in each call. Declare the dummy argument with its extents, q(nx,ny,nz,*), or as contiguous, and pass no slice (docs/fortran.md)"

// mindCopies warns once where the array of a stripe lies elsewhere than that of the stripe before.
func (f *Frame) mindCopies(call, view string, a views.HostArray, start, end int) {
	before, block := f.lent[lentTo{call, view}], int64(0)
	if f.turn <= watchedTurns {
		block = hostmemory.Block(a.Address)
	}
	f.lent[lentTo{call, view}] = lent{a, end, block}
	if f.packed || before.array.Address == 0 || before.array.Address == a.Address || start != before.end+1 {
		return
	}
	if before.array.Address = a.Address; before.array != a {
		return
	}
	f.tellPacked(fmt.Sprintf("%s: the array of %s lies at another address than in the stripe before: ", call, view))
}

// mindFreed warns once where the array of an input is gone before the collection runs.
func (f *Frame) mindFreed() {
	for to, l := range f.lent {
		if f.packed || f.turn > watchedTurns || to.call != unpackCall || l.block == 0 || f.origins[to.view].turn <= f.looked {
			continue
		}
		if hostmemory.Block(l.array.Address) != l.block {
			f.tellPacked(fmt.Sprintf("%s: the array of %s was freed before the collection ran: ", to.call, to.view))
		}
	}
	f.looked = f.turn
}

func (f *Frame) tellPacked(words string) {
	f.packed = true
	f.warnHereOnce(words + packing)
}
