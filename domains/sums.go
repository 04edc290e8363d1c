package domains

import (
	"cmp"
	"encoding/binary"
	"strings"

	"drawbridge/status"
	"drawbridge/views"
)

// Put says that a field is this rank's part of one on a domain: what is reduced of it is of all ranks.
func (f *Domains) Put(name string, handle int) error {
	d, err := f.Domain(handle)
	if err != nil {
		return err
	}
	s, err := f.Operators()
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
	if f.Ranks != nil {
		s.Agree = f.Ranks.Agree
	}
	if f.Ranks != nil && f.Ranks.Size() > 1 {
		s.Across = f.across
	}
	return nil
}

// across makes numbers of this rank, of a reduction, those of all ranks. All get the same bits: they are whole numbers.
func (f *Domains) across(call string, sums, greatest []int64, failure error) error {
	err := f.Ranks.Join(strings.Replace(call, " ", "\n", 1), sums, greatest, failure)
	if failure == nil && err != nil {
		return status.Wrap(err, "%s: %v", call, err)
	}
	return cmp.Or(failure, err)
}

// shareNumbers gives every rank the numbers of all. failure is why this rank has none. Where a rank has none, or makes another call, all
// ranks get an error.
func (f *Domains) shareNumbers(call string, mine []int64, failure error) ([][]int64, error) {
	if f.Ranks == nil {
		return [][]int64{mine}, failure
	}
	name, _, _ := strings.Cut(call, "\n")
	var records [][]byte
	err := f.Ranks.Agree(call, failure)
	if err == nil {
		records, err = f.Ranks.Share(name, bytesOfNumbers(mine))
	}
	if failure == nil && err != nil {
		return nil, status.Wrap(err, "%s: %v", name, err)
	}
	list := make([][]int64, len(records))
	for rank, record := range records {
		for ; len(record) >= 8; record = record[8:] {
			list[rank] = append(list[rank], int64(binary.LittleEndian.Uint64(record)))
		}
	}
	return list, cmp.Or(failure, err)
}

func bytesOfNumbers(numbers []int64) (record []byte) {
	for _, n := range numbers {
		record = binary.LittleEndian.AppendUint64(record, uint64(n))
	}
	return record
}
