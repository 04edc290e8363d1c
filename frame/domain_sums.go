package frame

import (
	"encoding/binary"
	"strings"

	"drawbridge/status"
	"drawbridge/views"
)

// PutOnDomain says that a field is this rank's part of one on a domain: what is reduced of it is of all ranks.
func (f *Frame) PutOnDomain(name string, handle int) error {
	d, err := f.Domain(handle)
	if err != nil {
		return err
	}
	s, err := f.operators()
	if err != nil {
		return err
	}
	u, err := s.Fields().Find(name)
	if err != nil {
		return err
	}
	from, to := d.blocks()
	block, err := d.takes(u)
	switch {
	case err != nil || u.Whole() != u:
		return status.Errorf(status.Shape, "field %s on a domain: %s; create it by the domain's create_field", name, d.otherBox(u))
	case to-from > 1 && !strings.HasSuffix(name, views.BlockName("", block+1)):
		return status.Errorf(status.Argument, "field %s on a domain: it is of block %d of this rank, and its name must end in %s; create it by the domain's create_field", name, block+1, views.BlockName("", block+1))
	}
	u.PutOn(handle, d.Global, to-from, d.beyondFaces(block))
	s.Divide = f.divisionOf
	if f.ranks != nil {
		s.Agree = f.ranks.Agree
	}
	if f.ranks != nil && f.ranks.Size() > 1 {
		s.Across = f.across
	}
	return nil
}

// across makes numbers of this rank, of a reduction, those of all ranks. All get the same bits: they are whole numbers.
func (f *Frame) across(call string, sums, greatest []int64, failure error) error {
	same, err := f.ranks.Join(call, sums, greatest, failure)
	switch {
	case failure != nil:
		return failure
	case err != nil:
		return status.Wrap(err, "%s: %v", call, err)
	case !same: // the calls as they are tell which rank makes another one
		if _, err := f.shareNumbers(call, nil, nil); err != nil {
			return err
		}
		return status.Errorf(status.Internal, "%s: the ranks reduce different things", call)
	}
	return nil
}

// shareNumbers gives every rank the numbers of all. failure is why this rank has none. Where a rank has none, or makes another call, all
// ranks get an error.
func (f *Frame) shareNumbers(call string, mine []int64, failure error) ([][]int64, error) {
	if f.ranks == nil {
		return [][]int64{mine}, failure
	}
	records, err := f.ranks.Share(recordOf(call, mine, failure))
	if failure != nil {
		return nil, failure
	}
	if err != nil {
		return nil, status.Wrap(err, "%s: %v", call, err)
	}
	var list [][]int64
	for rank, record := range records {
		other, numbers, err := numbersOf(record)
		if err == nil && other != call {
			err = status.Errorf(status.Argument, "makes another call (%s); the lists and calls of all ranks must be the same", other)
		}
		if err != nil {
			return nil, status.Wrap(err, "%s: rank %d: %v", call, rank, err)
		}
		list = append(list, numbers)
	}
	return list, nil
}

// recordOf is what a rank tells the others: the status code of its failure or 0, its call, and the state or the failure's words.
func recordOf(call string, state []int64, failure error) []byte {
	record := binary.LittleEndian.AppendUint32(nil, uint32(status.CodeOf(failure)))
	record = binary.LittleEndian.AppendUint32(record, uint32(len(call)))
	record = append(record, call...)
	if failure != nil {
		return append(record, failure.Error()...)
	}
	for _, n := range state {
		record = binary.LittleEndian.AppendUint64(record, uint64(n))
	}
	return record
}

// numbersOf reads a record.
func numbersOf(record []byte) (call string, numbers []int64, err error) {
	const head = 8
	if len(record) < head {
		return "", nil, status.Errorf(status.Internal, "a record of %d bytes", len(record))
	}
	code, n := status.Code(binary.LittleEndian.Uint32(record)), int(binary.LittleEndian.Uint32(record[4:]))
	rest := record[head:]
	if n > len(rest) || code == 0 && (len(rest)-n)%8 != 0 {
		return "", nil, status.Errorf(status.Internal, "a record of %d bytes with a name of %d", len(record), n)
	}
	if code != 0 {
		return "", nil, status.Errorf(code, "%s", rest[n:])
	}
	numbers = make([]int64, (len(rest)-n)/8)
	for i := range numbers {
		numbers[i] = int64(binary.LittleEndian.Uint64(rest[n+8*i:]))
	}
	return string(rest[:n]), numbers, nil
}
