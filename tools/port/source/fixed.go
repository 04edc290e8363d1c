package source

import "strings"

// width is the last column of a statement in fixed form; what stands beyond is a comment.
const width = 72

// fixed reads fixed form: labels in columns 1 to 5, a mark of continuation in column 6, statements in 7 to 72.
func fixed(path, text string) (*File, error) {
	f := &File{Path: path, Fixed: true}
	var label, statement string
	start := 0
	open := byte(0)
	finish := func() {
		for k, part := range parts(statement) {
			if k > 0 {
				label = ""
			}
			f.add(start, label, part)
		}
		label, statement, start, open = "", "", 0, 0
	}
	lines, err := rows(path, text)
	if err != nil {
		return nil, err
	}
	for _, line := range lines {
		number, row := line.number, line.text
		if strings.HasPrefix(row, "#") {
			return nil, preprocessor(path, number)
		}
		if strings.TrimSpace(row) == "" || strings.ContainsRune("cC*!dD", rune(row[0])) {
			continue
		}
		head, body, more, err := columns(path, number, row)
		if err != nil {
			return nil, err
		}
		if strings.HasPrefix(strings.TrimSpace(head+body), "!") && !more {
			continue
		}
		if more && start == 0 {
			return nil, &Error{path, number, "a continuation of nothing", "clear column 6"}
		}
		if !more && open != 0 {
			return nil, &Error{path, start, "a string that does not end", "close it"}
		}
		if !more {
			finish()
			start, label = number, strings.TrimSpace(head)
			if strings.Trim(label, "0123456789") != "" {
				return nil, &Error{path, number, "columns 1 to 5 hold no label", "begin the statement in column 7, or name the file .f90"}
			}
		}
		if open != 0 || strings.ContainsAny(body, "'\"") { // a string may cross the line: its blanks up to column 72 count
			body += strings.Repeat(" ", max(0, width-6-len(body)))
		}
		var cut string
		cut, open = uncomment(body, open)
		statement += cut
		if open == 0 && len(cut) < width-6 {
			statement = strings.TrimRight(statement, " ") + " " // the blanks up to column 72
		}
	}
	if open != 0 {
		return nil, &Error{path, start, "a string that does not end", "close it"}
	}
	finish()
	return f, nil
}

// columns splits a row into the field of the label and the statement; more says that it continues one.
// A tabulator in front ends the field of the label; a digit behind it continues.
func columns(path string, n int, row string) (head, body string, more bool, err error) {
	if at := strings.IndexByte(row, '\t'); at >= 0 && at < 6 {
		head, body = row[:at], row[at+1:]
		if body != "" && '1' <= body[0] && body[0] <= '9' {
			return head, body[1:], true, nil
		}
		return head, body, false, nil
	}
	if len(row) > width {
		row = row[:width]
	}
	if len(row) <= 5 {
		return row, "", false, nil
	}
	if c := row[5]; c != ' ' && c != '0' {
		if strings.TrimSpace(row[:5]) != "" {
			if strings.HasPrefix(strings.TrimSpace(row[:5]), "!") {
				return "", "", true, nil
			}
			return "", "", false, &Error{path, n, "a label in front of a continuation", "begin the statement in column 7, or name the file .f90"}
		}
		return row[:5], row[6:], true, nil
	}
	return row[:5], row[6:], false, nil
}
