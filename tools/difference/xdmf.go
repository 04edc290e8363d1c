package difference

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"path/filepath"

	"drawbridge/snapshot"
	"drawbridge/tools/hdf5file"
)

// xdmf describes the file of numbers, which lies in the same folder, as a uniform grid of cells. XDMF counts z first.
func (w *Written) xdmf(g snapshot.Grid) []byte {
	var b bytes.Buffer
	n := g.Cells
	line := func(format string, values ...any) { fmt.Fprintf(&b, format+"\n", values...) }
	three := func(v [3]float64) {
		line(`<DataItem Dimensions="3" NumberType="Float" Precision="8" Format="XML">%.17g %.17g %.17g</DataItem>`, v[2], v[1], v[0])
	}
	line(`<?xml version="1.0" encoding="utf-8"?>`)
	line(`<Xdmf Version="2.0"><Domain>`)
	line(`<Grid Name="difference" GridType="Uniform">`)
	line(`<Time Value="%.17g"/>`, g.Time)
	line(`<Topology TopologyType="3DCoRectMesh" Dimensions="%d %d %d"/>`, n[2]+1, n[1]+1, n[0]+1)
	line(`<Geometry GeometryType="ORIGIN_DXDYDZ">`)
	three(g.Origin)
	three(g.Spacing)
	line(`</Geometry>`)
	for _, name := range w.Fields {
		line(`<Attribute Name="%s" AttributeType="Scalar" Center="Cell">`, text(name))
		line(`<DataItem Dimensions="%d %d %d" NumberType="Float" Precision="8" Format="HDF">%s:%s%s</DataItem>`,
			n[2], n[1], n[0], text(filepath.Base(w.File)), hdf5file.CellData, text(name))
		line(`</Attribute>`)
	}
	line(`</Grid>`)
	line(`</Domain></Xdmf>`)
	return b.Bytes()
}

// text makes a name safe between tags and in quotes.
func text(name string) string {
	var b bytes.Buffer
	_ = xml.EscapeText(&b, []byte(name)) // a buffer takes everything
	return b.String()
}
