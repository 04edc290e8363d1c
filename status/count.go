package status

import "fmt"

// Count is a number with what it counts, for messages: "1 argument", "0 arguments", "3 arguments".
func Count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
