package tree

import "drawbridge/tools/port/syntax"

const commonCure = "pass the variables as arguments, or put them into a module"

// commons lays the variables of COMMON into their blocks, as gfortran does: in order, each at a multiple of its own size.
// They count as variables of a module then, which may be read and not written.
func (s *Scope) commons(list []*syntax.Declaration) (int, *syntax.Trouble) {
	ends := map[string]int64{}
	for _, d := range list {
		for i, e := range d.Entities {
			x, bad := s.Lookup(e.Name)
			if bad != nil {
				return d.Line, bad
			}
			_, extents, fixed := x.Shape()
			if x.Home != s || x.Argument || x.Parameter || x.Init != nil || x.Data != nil || x.Module != "" || x.Procedure != nil || x.External ||
				x.Type.Base > Logical || x.Array() && !fixed {
				return d.Line, trouble(commonCure, "COMMON of %s, which is no plain variable with constant extents", e.Name)
			}
			size := int64(x.Type.Kind)
			block := d.Names[i]
			x.Offset = (ends[block] + size - 1) / size * size
			for _, n := range extents {
				size *= n
			}
			if ends[block] = x.Offset + size; ends[block] > 1<<31 {
				return d.Line, trouble(commonCure, "COMMON of more than 2 GB")
			}
			x.Common, x.Module = true, "/"+block+"/"
		}
	}
	return 0, nil
}

// Block is the name that gfortran gives to the memory of a COMMON block.
func (s *Symbol) Block() string {
	if s.Module == "//" {
		return "__BLNK__"
	}
	return s.Module[1:len(s.Module)-1] + "_"
}
