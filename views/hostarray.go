package views

// HostArray is a Fortran array lent to us for one call: element (x,y,z,v), 1-based, lies at
// Address + 8*((x-1) + Shape[0]*((y-1) + Shape[1]*((z-1) + Shape[2]*(v-1)))) bytes.
type HostArray struct {
	Address  uintptr // of element (1,1,1,1)
	Shape    [4]int  // nx, ny, nz with fringes, and the number of variables
	Interior [6]int  // x1 x2 y1 y2 z1 z2 without fringes, 1-based, inclusive
	Var      int     // first variable that is meant, 1-based
	Width    int     // how many variables follow each other from Var
}
