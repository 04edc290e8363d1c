package frame

import (
	"slices"
	"testing"
)

func TestRanksTakeGPUsInTurn(t *testing.T) {
	p := Placement{Rank: 3, Size: 5, GPUs: 2}.deal()
	if !slices.Equal(p.GPU, []int{0, 1, 0, 1, 0}) || !slices.Equal(p.Sharing, []int{1, 3}) {
		t.Errorf("%+v", p)
	}
	if p := (Placement{Rank: 1, Size: 2}).deal(); p.GPU != nil {
		t.Errorf("no GPU, and yet %+v", p)
	}
}
