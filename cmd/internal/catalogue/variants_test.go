package catalogue

import (
	"strings"
	"testing"

	"sandbox/scripts"
)

// Elements of a list are told together, where they are a list.
func TestGathered(t *testing.T) {
	for _, c := range []struct{ name, values, want string }{
		{"single values", "a=1 b.c=2", "a=1 b.c=2"},
		{"a list", "a.1=x a.2=y b=1", "a={ x, y } b=1"},
		{"beyond nine", "a.1=a a.10=j a.2=b a.3=c a.4=d a.5=e a.6=f a.7=g a.8=h a.9=i", "a={ a, b, c, d, e, f, g, h, i, j }"},
		{"lists of lists", "a.1.1=x a.1.2=y a.2.1=z", "a.1={ x, y } a.2={ z }"},
		{"with names beside", "a.1=x a.best=3", "a={ x } a.best=3"},
		{"with a hole", "a.1=x a.3=z", "a.1=x a.3=z"},
		{"not from one", "a.0=x a.2=z", "a.0=x a.2=z"},
		{"numbers at the top", "1=x 2=y", "1=x 2=y"},
		{"signs", "a.+1=x", "a.+1=x"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var values []scripts.Value
			for _, word := range strings.Fields(c.values) {
				path, text, _ := strings.Cut(word, "=")
				values = append(values, scripts.Value{Path: path, Text: text})
			}
			var got []string
			for _, v := range gathered(values) {
				got = append(got, v.Path+"="+v.Text)
			}
			if strings.Join(got, " ") != c.want {
				t.Errorf("\n got %s\nwant %s", strings.Join(got, " "), c.want)
			}
		})
	}
}
