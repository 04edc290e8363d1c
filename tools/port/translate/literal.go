package translate

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"drawbridge/tools/port/tree"
)

// literal writes a constant so that it is read back bit for bit.
func literal(v tree.Value) string {
	switch v.Type.Base {
	case tree.Real:
		text := strconv.FormatFloat(v.F, 'g', -1, v.Type.Kind*8)
		if !strings.ContainsAny(text, ".e") {
			text += ".0"
		}
		if v.Type.Kind == 4 {
			text += "f"
		}
		if math.Signbit(v.F) {
			return "(" + text + ")"
		}
		return text
	case tree.Integer:
		suffix := ""
		if v.Type.Kind == 8 {
			suffix = "L"
		}
		switch {
		case v.I == math.MinInt64, v.I == math.MinInt32 && suffix == "":
			return fmt.Sprintf("(%d%s - 1)", v.I+1, suffix)
		case v.I < 0:
			return fmt.Sprintf("(%d%s)", v.I, suffix)
		}
		return fmt.Sprintf("%d%s", v.I, suffix)
	}
	return fmt.Sprint(v.I)
}
