package pattern_test

import (
	"fmt"
	"strings"
	"testing"

	"sandbox/scripts/internal/pattern"
)

// meter counts what a match costs, and ends one that is no pattern.
type meter struct{ steps int }

func (m *meter) Charge(n int) { m.steps += n }

func (m *meter) Fail(format string, args ...any) { panic(fmt.Sprintf(format, args...)) }

func TestFind(t *testing.T) {
	for _, tt := range []struct {
		text, pattern string
		want          string // the match and its captures
	}{
		{"gear = 3", "(%w+)%s*=%s*(%w+)", "gear = 3|gear|3"},
		{"gear", "()ar", "ar|@3"},
		{"xaay", "a-y", "aay"},
		{"f(a(b)c)d", "%b()", "(a(b)c)"},
		{"abab", "(ab)%1", "abab|ab"},
		{"a.b", "[^.]+$", "b"},
		{"none", "%d", "nothing"},
	} {
		m := pattern.New(tt.text, tt.pattern, &meter{})
		got := "nothing"
		if start, end, ok := m.Find(0); ok {
			got = tt.text[start:end]
			for n := range m.Captures() {
				if c := m.Capture(n); c.At > 0 {
					got += fmt.Sprint("|@", c.At)
				} else {
					got += "|" + c.Text
				}
			}
		}
		if got != tt.want {
			t.Errorf("%q in %q: %s, want %s", tt.pattern, tt.text, got, tt.want)
		}
	}
}

func TestNoPattern(t *testing.T) {
	for text, want := range map[string]string{
		"[a":                     "a [ without a ]",
		"a)":                     "a ) without a (",
		"%":                      "ends with %",
		"%1":                     "names capture 1, which is not there",
		strings.Repeat("a", 501): "has 501 bytes",
	} {
		func() {
			defer func() {
				if said := fmt.Sprint(recover()); !strings.Contains(said, want) {
					t.Errorf("%q: %s, want %q", text, said, want)
				}
			}()
			pattern.New("aaa", text, &meter{}).Find(0)
		}()
	}
}

// A pattern that has to try a great many ways is charged for them.
func TestCharged(t *testing.T) {
	m := &meter{}
	pattern.New(strings.Repeat("a", 60), strings.Repeat("a?", 12)+"b", m).Find(0)
	if m.steps < 100_000 {
		t.Errorf("%d steps", m.steps)
	}
}
