package status

import "fmt"

// GB writes a number of bytes in GB (10^9 bytes) with three digits, and never with a power of ten.
func GB(bytes float64) string {
	if bytes >= 999.5e9 {
		return fmt.Sprintf("%.0f GB", 1e-9*bytes)
	}
	return fmt.Sprintf("%.3g GB", 1e-9*bytes)
}
