package difference

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"path/filepath"

	"drawbridge/snapshot"
	"drawbridge/snapshot/hdf5file"
)

// xdmf describes the file of numbers, which lies in the same folder, as a uniform grid of cells. XDMF counts z first.
func (w *Written) xdmf(g snapshot.Grid) []byte {
	var b bytes.Buffer
	n, o, s := g.Cells, g.Origin, g.Spacing
	fmt.Fprintf(&b, `<?xml version="1.0" encoding="utf-8"?>
<Xdmf Version="2.0">
<Domain>
<Grid Name="difference" GridType="Uniform">
<Time Value="%.17g"/>
<Topology TopologyType="3DCoRectMesh" Dimensions="%d %d %d"/>
<Geometry GeometryType="ORIGIN_DXDYDZ">
<DataItem Dimensions="3" NumberType="Float" Precision="8" Format="XML">%.17g %.17g %.17g</DataItem>
<DataItem Dimensions="3" NumberType="Float" Precision="8" Format="XML">%.17g %.17g %.17g</DataItem>
</Geometry>
`, g.Time, n[2]+1, n[1]+1, n[0]+1, o[2], o[1], o[0], s[2], s[1], s[0])
	for _, name := range w.Fields {
		fmt.Fprintf(&b, `<Attribute Name="%s" AttributeType="Scalar" Center="Cell">
<DataItem Dimensions="%d %d %d" NumberType="Float" Precision="8" Format="HDF">%s:%s%s</DataItem>
</Attribute>
`, text(name), n[2], n[1], n[0], text(filepath.Base(w.File)), hdf5file.CellData, text(name))
	}
	b.WriteString("</Grid>\n</Domain>\n</Xdmf>\n")
	return b.Bytes()
}

// text makes a name safe between tags and in quotes.
func text(name string) string {
	var b bytes.Buffer
	_ = xml.EscapeText(&b, []byte(name)) // a buffer takes everything
	return b.String()
}
