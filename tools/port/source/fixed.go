package source

import "strings"

// fixed reads fixed form: labels in columns 1 to 5, a mark of continuation in column 6, statements from column 7 to the last one.
// Blanks mean nothing outside of strings, and are left out.
func (f *File) fixed(lines []row) error {
	var s statement
	for _, line := range lines {
		if strings.HasPrefix(line.text, "#") {
			return notPreprocessed(f.Path, line.number)
		}
		text, comment := f.fixedRow(line.text)
		if comment {
			continue
		}
		head, body, more := columns(text, f.flags.FixedWidth)
		label := strings.ReplaceAll(strings.ReplaceAll(head, "\t", ""), " ", "")
		switch {
		case more && !s.begun:
			s.begin(line.number, "")
			s.refuse("a continuation of nothing", "clear column 6")
		case more && label != "":
			s.refuse("a label in front of a continuation", "begin the statement in column 7, or name the file .f90")
		case !more:
			s.finish(f)
			s.begin(line.number, label)
			switch {
			case strings.Trim(label, "0123456789") == "":
			case label == "d" || label == "D":
				s.label = ""
				s.refuse("a D in column 1", "leave the line out, or give --flags=-fd-lines-as-code or -fd-lines-as-comments as the build does")
			default:
				s.label = ""
				s.refuse("columns 1 to 5 hold no label", "begin the statement in column 7, or name the file .f90")
			}
		}
		s.addFixed(body)
		if left := f.flags.FixedWidth - 6 - len(body); left > 0 && s.open != 0 { // the blanks up to the last column belong to the string
			s.text.WriteString(strings.Repeat(" ", left))
		} else if left > 0 {
			s.gap()
		}
	}
	s.finish(f)
	return nil
}

// fixedRow answers a row without its mark for debugging or OpenMP; comment says that nothing of it is a statement.
func (f *File) fixedRow(text string) (rest string, comment bool) {
	switch {
	case strings.TrimSpace(text) == "":
		return "", true
	case f.flags.Conditional && len(text) > 2 && strings.ContainsRune("cC*!", rune(text[0])) && text[1] == '$' && strings.Trim(text[2:min(5, len(text))], " 0123456789") == "":
		return "  " + text[2:], false
	case strings.ContainsRune("cC*!", rune(text[0])):
		return "", true
	case strings.ContainsRune("dD", rune(text[0])) && f.flags.DebugLines:
		return "", true
	case strings.ContainsRune("dD", rune(text[0])) && f.flags.DebugCode:
		return " " + text[1:], false
	}
	at := len(text) - len(strings.TrimLeft(text, " "))
	return text, text[at] == '!' && at != 5
}

// columns splits a row into the field of the label and the statement; more says that it continues one.
// A tabulator in front ends the field of the label; a digit behind it continues.
func columns(row string, width int) (head, body string, more bool) {
	if at := strings.IndexByte(row, '\t'); at >= 0 && at < 6 {
		head, body = row[:at], row[at+1:]
		if body != "" && '1' <= body[0] && body[0] <= '9' {
			body, more = body[1:], true
		}
		if width > 0 {
			body = body[:min(len(body), width-6)]
		}
		return head, body, more
	}
	if width > 0 {
		row = row[:min(len(row), width)]
	}
	if len(row) <= 5 {
		return row, "", false
	}
	return row[:5], row[6:], row[5] != ' ' && row[5] != '0'
}

// addFixed adds what a row has of a statement.
func (s *statement) addFixed(body string) {
	for i := 0; i < len(body); i++ {
		c := body[i]
		switch {
		case s.open == 0 && c == '!':
			return
		case s.open == 0 && (c == ' ' || c == '\t'):
			s.gap()
		default:
			s.add(c)
		}
	}
}

// gap keeps a blank behind a string: two strings in a row are not one with a quote in it.
func (s *statement) gap() {
	if s.last == '\'' || s.last == '"' {
		s.text.WriteByte(' ')
		s.last = ' '
	}
}
