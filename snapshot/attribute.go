package snapshot

import "drawbridge/status"

// attribute writes one value to the root. The caller holds mutex.
func (w *Writer) attribute(name string, value any) error {
	err := w.handle.value("/", name, value)
	if err == nil {
		w.given[name] = true
	}
	return err
}

// value writes a Go value as the attribute of its kind: numbers as 64 bits, strings as UTF-8.
func (h handle) value(object, name string, value any) error {
	switch v := value.(type) {
	case string:
		return h.text(object, name, v, false)
	case bool:
		if v {
			return h.ints(object, name, 1)
		}
		return h.ints(object, name, 0)
	case int:
		return h.ints(object, name, int64(v))
	case int32:
		return h.ints(object, name, int64(v))
	case int64:
		return h.ints(object, name, v)
	case float64:
		return h.doubles(object, name, v)
	case []int:
		wide := make([]int64, len(v))
		for i, n := range v {
			wide[i] = int64(n)
		}
		return h.value(object, name, wide)
	case []int64:
		if len(v) > 0 {
			return h.ints(object, name, v...)
		}
	case []float64:
		if len(v) > 0 {
			return h.doubles(object, name, v...)
		}
	}
	return status.Errorf(status.Argument, "a value of Go type %T and that length is not an attribute; expected a number, a string or a list of numbers", value)
}
