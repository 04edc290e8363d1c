package source

import "strings"

// free reads free form.
func (f *File) free(lines []row) error {
	var s statement
	continued := false
	for _, line := range lines {
		text := line.text
		if strings.HasPrefix(text, "#") {
			return notPreprocessed(f.Path, line.number)
		}
		trimmed := strings.TrimSpace(text)
		if rest, is := strings.CutPrefix(trimmed, "!$"); is && f.flags.Conditional && strings.HasPrefix(strings.Replace(strings.Replace(rest, "\t", " ", 1), "&", " ", 1), " ") {
			text = strings.Replace(text, "!$", "  ", 1)
			trimmed = strings.TrimSpace(text)
		}
		if trimmed == "" || trimmed[0] == '!' {
			continue
		}
		begin := 0
		switch {
		case !continued:
			s.finish(f)
			s.begin(line.number, "")
		case trimmed == "&" || strings.HasPrefix(strings.TrimLeft(trimmed[1:], " \t"), "!") && trimmed[0] == '&' && s.open == 0:
			s.refuse("a line with & alone", "leave it out")
		case trimmed[0] == '&':
			begin = strings.IndexByte(text, '&') + 1
		case s.open != 0:
			s.refuse("a string that goes on without &", "begin the line with &")
		default:
			s.text.WriteByte(' ')
		}
		var last int
		continued, last = s.addFree(text, begin)
		if width := f.flags.FreeWidth; width > 0 && last >= width {
			s.refuse("a line that is longer than the columns which gfortran reads", "break it with &, or give --flags=-ffree-line-length-none")
		}
	}
	if continued {
		s.refuse("the file ends inside of a statement", "give the whole file")
	}
	s.finish(f)
	return nil
}

// addFree adds what a row has of a statement from a column on. It says whether & continues it, and answers the last column in use.
func (s *statement) addFree(text string, from int) (continued bool, last int) {
	for i := from; i < len(text); i++ {
		c := text[i]
		if c == '!' && s.open == 0 {
			return false, last
		}
		if c == '&' {
			rest := strings.TrimLeft(text[i+1:], " \t")
			if rest == "" || rest[0] == '!' && s.open == 0 {
				return true, i
			}
		}
		if c == '\t' && s.open == 0 {
			c = ' '
		}
		if c != ' ' {
			last = i
		}
		s.add(c)
	}
	return false, last
}
