package status

import "fmt"

// GB writes a number of bytes in GB (10^9 bytes) with three digits; what is less than 0.0001 GB is written so.
func GB(bytes float64) string {
	if bytes >= 999.5e9 {
		return fmt.Sprintf("%.0f GB", 1e-9*bytes)
	}
	if bytes > 0 && bytes < 1e5 {
		return "less than 0.0001 GB"
	}
	return fmt.Sprintf("%.3g GB", 1e-9*bytes)
}
