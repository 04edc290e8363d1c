package listing

import (
	"regexp"
	"strings"

	"drawbridge/tools/generate/table"
)

const helpPage = "docs/messages.md"

// cure is a row of the page that helps by message: a part of a message, and the heading below which its cause and cure stand.
type cure struct{ part, heading string }

var quotedRow = regexp.MustCompile("^\\| `([^`]+)` \\|")

// cures are the rows of the page that helps by message.
func cures(root string) ([]cure, error) {
	text, err := table.Text(root, helpPage)
	if err != nil {
		return nil, err
	}
	var list []cure
	heading := ""
	for _, line := range strings.Split(text, "\n") {
		if title, ok := strings.CutPrefix(line, "## "); ok {
			heading = title
		}
		if row := quotedRow.FindStringSubmatch(line); row != nil {
			list = append(list, cure{row[1], heading})
		}
	}
	return list, nil
}

// saying are words by which a message itself says what is expected, or what to do.
var saying = regexp.MustCompile(`expected|[;:,.] (?:\w+ )?(?:give|call|set|take|use|leave|pass|write|choose|name|put|make|create|bind|destroy|correct|install|ask|add|say|send|see|try|wait|open|close|run|start|build|free|delete|remove|load|compile|declare|divide|apply|begin|end|test|check|look|move|read)\b|(?:there are|are known|did you mean|nearest|must|at least|at most|needs)\b`)

// help says where the cause of a message is and what to do, "" where the message itself or the one around it says so.
func help(message, code string, list []cure) string {
	for _, c := range list {
		if strings.Contains(message, c.part) {
			return "[" + c.heading + "](messages.md#" + anchor(c.heading) + ")"
		}
	}
	switch {
	case saying.MatchString(message), strings.Contains(code, plain), strings.Contains(code, wrapped):
		return ""
	case strings.Contains(code, "exit 2"):
		return "`--help`"
	case strings.Contains(code, warning):
		return "the run continues"
	}
	return "[Errors](errors.md#codes)"
}

// anchor is the name of a heading in links.
func anchor(heading string) string {
	lower := strings.ToLower(strings.ReplaceAll(heading, " ", "-"))
	return regexp.MustCompile(`[^a-z0-9_-]`).ReplaceAllString(lower, "")
}
