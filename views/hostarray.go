package views

// HostArray is a Fortran array lent to us for one call: element (x,y,z,v), 1-based, is the
// (x-1) + Shape[0]*((y-1) + Shape[1]*((z-1) + Shape[2]*(v-1)))th after the first. Arrays of single precision
// go to fields of it; everything else takes doubles.
type HostArray struct {
	Address  uintptr // of element (1,1,1,1)
	Single   bool    // real(4), not real(8)
	Shape    [4]int  // nx, ny, nz with the halo, and the number of variables
	Interior [6]int  // x1 x2 y1 y2 z1 z2 without the halo, 1-based, inclusive
	Var      int     // first variable that is meant, 1-based
	Width    int     // how many variables follow each other from Var
}

// elementBytes are those of an element.
func (a HostArray) elementBytes() int {
	if a.Single {
		return 4
	}
	return 8
}
