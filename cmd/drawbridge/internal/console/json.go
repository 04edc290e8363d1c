package console

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"

	"drawbridge/files"
)

// JSON writes a value for programs, indented, with a line end. An empty list is [], an empty map {}, never null.
func (c *Console) JSON(value any) error {
	whole := reflect.New(reflect.TypeOf(value)).Elem()
	whole.Set(reflect.ValueOf(value))
	fill(whole)
	bytes, err := json.MarshalIndent(whole.Interface(), "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.Out, "%s\n", visibleJSON(bytes))
	return err
}

// fill makes nil lists and maps empty ones, in place.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			fill(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				fill(v.Field(i))
			}
		}
	case reflect.Slice:
		if v.IsNil() {
			v.Set(reflect.MakeSlice(v.Type(), 0, 0))
		}
		for i := range v.Len() {
			fill(v.Index(i))
		}
	case reflect.Map:
		if v.IsNil() {
			v.Set(reflect.MakeMap(v.Type()))
		}
		for _, key := range v.MapKeys() {
			element := reflect.New(v.Type().Elem()).Elem()
			element.Set(v.MapIndex(key))
			fill(element)
			v.SetMapIndex(key, element)
		}
	}
}

// visibleJSON escapes what encoding/json leaves and a terminal may obey. It stands within strings alone.
func visibleJSON(text []byte) string {
	var b strings.Builder
	for _, r := range string(text) {
		if shown := string(r); r != utf8.RuneError && files.Visible(shown) != shown {
			fmt.Fprintf(&b, `\u%04x`, r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}
