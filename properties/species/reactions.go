package species

import (
	"bytes"
	"regexp"
)

// large is the size from which the reactions of a file are passed over: a smaller file is read in no time as it is.
const large = 1 << 20

// reactionsKey begins a top-level list of reactions in block style; reactionEntry is the first line of its first entry.
var (
	reactionsKey  = regexp.MustCompile(`^([\w.-]+-)?reactions:[ \t]*(#.*)?\r?$`)
	reactionEntry = regexp.MustCompile(`^ *- `)
	plainKey      = regexp.MustCompile(`^[A-Za-z_"']`)
)

// withoutReactions empties the lines of a large file's reactions, which are most of it and which nobody reads. The other
// lines keep their numbers. What is written in another layout stays.
func withoutReactions(text []byte) []byte {
	if len(text) < large {
		return text
	}
	var kept bytes.Buffer
	for len(text) > 0 {
		line, rest := firstLine(text)
		kept.Write(line)
		text = rest
		if !reactionsKey.Match(bytes.TrimSuffix(line, []byte("\n"))) {
			continue
		}
		if block, lines, fits := reactionBlock(text); fits {
			kept.Write(bytes.Repeat([]byte("\n"), lines))
			text = text[block:]
		}
	}
	return kept.Bytes()
}

func firstLine(text []byte) (line, rest []byte) {
	if end := bytes.IndexByte(text, '\n'); end >= 0 {
		return text[:end+1], text[end+1:]
	}
	return text, nil
}

// reactionBlock measures the entries that follow a key, up to the next top-level key or the end of the file. It does not
// fit where they are in brackets.
func reactionBlock(text []byte) (size, lines int, fits bool) {
	for rest := text; len(rest) > 0; lines++ {
		line, after := firstLine(rest)
		content := bytes.TrimSpace(line)
		inside := len(content) == 0 || bytes.IndexByte(line, '#') == 0 || line[0] == ' ' || line[0] == '-' && !bytes.HasPrefix(line, []byte("---"))
		if !inside {
			return size, lines, fits && plainKey.Match(line)
		}
		if len(content) > 0 && content[0] != '#' && !fits && !reactionEntry.Match(line) {
			return 0, 0, false
		}
		fits = fits || reactionEntry.Match(line)
		size, rest = size+len(line), after
	}
	return size, lines, fits
}
