package tree

import "drawbridge/tools/port/syntax"

const commonCure = "pass the variables as arguments, or put them into a module"

// commons lays the variables of COMMON into their blocks, as gfortran does: in order, each at a multiple of its own size.
// They count as variables of a module then, which may be read and not written. One that cannot be laid refuses what uses a variable
// of its block.
func (s *Scope) commons(list []*syntax.Declaration) {
	ends, spoiled := map[string]int64{}, map[string]*syntax.Trouble{}
	for _, d := range list {
		for i, e := range d.Entities {
			block := d.Names[i]
			if bad := s.laid(block, e.Name, ends); bad != nil && spoiled[block] == nil {
				spoiled[block] = bad
			}
		}
	}
	for _, d := range list {
		for i, e := range d.Entities {
			if bad := spoiled[d.Names[i]]; bad != nil {
				s.own(e.Name).Bad = bad
			}
		}
	}
}

// laid lays one variable behind those that its block has.
func (s *Scope) laid(block, name string, ends map[string]int64) *syntax.Trouble {
	x, bad := s.Lookup(name)
	if bad != nil {
		return bad
	}
	_, extents, fixed := x.Shape()
	if x.Home != s || x.Argument || x.Parameter || x.Init != nil || x.Data != nil || x.Module != "" || x.Procedure != nil || x.External ||
		x.Type.Base > Logical || x.Array() && !fixed {
		return trouble(commonCure, "COMMON of %s, which is not a plain variable with constant extents", name)
	}
	size := int64(x.Type.Kind)
	x.Offset = (ends[block] + size - 1) / size * size
	for _, n := range extents {
		size *= n
	}
	if ends[block] = x.Offset + size; ends[block] > 1<<31 {
		return trouble(commonCure, "COMMON of more than 2 GB")
	}
	x.Common, x.Module = true, "/"+block+"/"
	return nil
}

// Block is the name that gfortran gives to the memory of a COMMON block, or of variables of a module that share memory.
func (s *Symbol) Block() string {
	if s.Module == "//" {
		return "__BLNK__"
	}
	return s.Module[1:len(s.Module)-1] + "_"
}
