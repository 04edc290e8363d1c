package source

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"drawbridge/files"
)

// Commands are the flags with which a build compiles its files, by their whole paths without symbolic links.
type Commands map[string]Command

// Command is the flags of one file that change what its text means; Bad says that one of them is not followed.
type Command struct {
	Words []string
	Bad   error
}

// ReadCommands reads a file such as compile_commands.json, which CMake, Meson and bear write.
func ReadCommands(path string) (Commands, error) {
	text, err := files.Read(path, longest)
	if err != nil {
		return nil, err
	}
	var list []struct {
		Directory, Command, File string
		Arguments                []string
	}
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, fmt.Errorf("%s is not a list of compile commands, expected that of CMake with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON: %w", path, err)
	}
	all := Commands{}
	for _, c := range list {
		words := c.Arguments
		if words == nil {
			words = Words(c.Command)
		}
		file := linked(wholePath(c.Directory, c.File))
		first, twice := all[file]
		f, err := ReadFlags(Located(words, c.Directory))
		switch {
		case first.Bad != nil: // a good command takes no fault of another away
		case err != nil:
			all[file] = Command{Bad: fmt.Errorf("%s, which %s compiles: %w", c.File, path, err)}
		case twice && !slices.Equal(first.Words, f.Words):
			all[file] = Command{Bad: fmt.Errorf("%s has two commands for %s, with %s and with %s; leave one of them out", path, c.File, strings.Join(first.Words, " "), strings.Join(f.Words, " "))}
		default:
			all[file] = Command{Words: f.Words}
		}
	}
	return all, nil
}

// Of answers the command of a file, by whatever path it is named.
func (c Commands) Of(path string) (command Command, known bool, err error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return command, false, err
	}
	command, known = c[linked(full)]
	return command, known, nil
}

// linked is a path without symbolic links; that of a file which is not there yet stays.
func linked(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

func wholePath(folder, path string) string {
	if !filepath.IsAbs(path) {
		path = filepath.Join(folder, path)
	}
	return filepath.Clean(path)
}

// Located writes the folders of flags as whole paths.
func Located(list []string, folder string) (all []string) {
	for _, word := range joined(list) {
		if name, is := strings.CutPrefix(word, "-I"); is && name != "" {
			word = "-I" + wholePath(folder, name)
		}
		all = append(all, word)
	}
	return all
}

// Quoted writes words as a shell reads them back.
func Quoted(words []string) string {
	list := slices.Clone(words)
	for i, word := range list {
		if word == "" || strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-") != "" {
			list[i] = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
	}
	return strings.Join(list, " ")
}

// Words splits flags, or a command, as a shell does, without expansions.
func Words(text string) (list []string) {
	var word strings.Builder
	quote, open := byte(0), false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '\\' && quote != '\'' && i+1 < len(text):
			i++
			word.WriteByte(text[i])
			open = true
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote, open = c, true
		case quote == 0 && (c == ' ' || c == '\t' || c == '\n'):
			if open {
				list = append(list, word.String())
			}
			word.Reset()
			open = false
		default:
			word.WriteByte(c)
			open = true
		}
	}
	if open {
		list = append(list, word.String())
	}
	return list
}
