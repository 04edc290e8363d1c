package picture

import (
	"bytes"
	"fmt"
	"regexp"
)

var style = regexp.MustCompile(`\s*style="([^"]*)"`)

// classes gives the styles that an SVG repeats a name each, so that it takes half of the bytes.
func classes(svg []byte) []byte {
	times, order := map[string]int{}, []string{}
	for _, found := range style.FindAllSubmatch(svg, -1) {
		if times[string(found[1])]++; times[string(found[1])] == 2 {
			order = append(order, string(found[1]))
		}
	}
	var sheet bytes.Buffer
	names := map[string]string{}
	for i, text := range order {
		names[text] = fmt.Sprintf("c%d", i)
		fmt.Fprintf(&sheet, ".c%d{%s}", i, text)
	}
	svg = style.ReplaceAllFunc(svg, func(attribute []byte) []byte {
		text := string(style.FindSubmatch(attribute)[1])
		if names[text] == "" {
			return []byte(` style="` + text + `"`)
		}
		return []byte(` class="` + names[text] + `"`)
	})
	if sheet.Len() == 0 {
		return svg
	}
	at := bytes.Index(svg, []byte("\n<g "))
	if at < 0 {
		return svg
	}
	return append(append(append([]byte{}, svg[:at]...), []byte("\n<style>"+sheet.String()+"</style>")...), svg[at:]...)
}
