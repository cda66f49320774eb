package dice

import (
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/quick"
)

// manual is docs/dice.md, which tells others how to check our dice.
func manual(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../docs/dice.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// parts takes a label apart again.
func parts(label string) []string {
	list, part := []string(nil), ""
	for i := 0; i < len(label); i++ {
		switch {
		case label[i] == '\\':
			i++
			part += label[i : i+1]
		case label[i] == '|':
			list, part = append(list, part), ""
		default:
			part += label[i : i+1]
		}
	}
	return append(list, part)
}

func TestPublishedVectors(t *testing.T) {
	vector := regexp.MustCompile(`^d(\d+) +(\d+) +([0-9a-f]{16}) +(.+)$`)
	seed, vectors, again, escapes := "", 0, 0, 0
	for line := range strings.Lines(manual(t)) {
		line = strings.TrimSuffix(line, "\n")
		if text, ok := strings.CutPrefix(line, "seed: "); ok {
			seed = text
		}
		m := vector.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		vectors++
		sides, _ := strconv.Atoi(m[1])
		want, _ := strconv.Atoi(m[2])
		label := m[4]
		p := parts(label)
		nth, _ := strconv.Atoi(p[3])
		try, _ := strconv.Atoi(p[4])
		throw := &Throw{NewLabel(p[0]), NewLabel(p[1]), NewLabel(p[2]), nth, sides}
		if got := sealedLabel(throw, try); got != label {
			t.Errorf("the label is %s, published as %s", got, label)
		}
		src := NewSealed(seed)
		if word := fmt.Sprintf("%016x", src.word(label)); word != m[3] {
			t.Errorf("%s: the word is %s, published as %s", label, word, m[3])
		}
		if face, _ := src.Face(throw); face != want {
			t.Errorf("%s: d%d falls as %d, published as %d", label, sides, face, want)
		}
		if try > 0 {
			again++
		}
		if strings.Contains(label, `\`) {
			escapes++
		}
	}
	if vectors < 12 || again < 1 || escapes < 3 {
		t.Errorf("%d vectors are published, %d with a second try, %d with escapes; were they found?", vectors, again, escapes)
	}
}

// The worked example prints what openssl prints.
func TestWorkedExample(t *testing.T) {
	text := manual(t)
	example := regexp.MustCompile(`(?m)^\$ printf '%s' '(.*)' \| openssl dgst -sha256 -hmac '(.*)'\n(?:SHA2-256)?\(stdin\)= ([0-9a-f]{64})$`).FindStringSubmatch(text)
	if example == nil {
		t.Fatal("docs/dice.md shows no openssl command with what it prints")
	}
	label, seed, printed := example[1], example[2], example[3]
	mac := hmac.New(sha256.New, []byte(seed))
	mac.Write([]byte(label))
	if got := fmt.Sprintf("%x", mac.Sum(nil)); got != printed {
		t.Errorf("the command prints %s, not %s", got, printed)
	}
	division := regexp.MustCompile(`(?m)^\$ echo '(\d+) % (\d+) \+ 1' \| bc\n(\d+)$`).FindStringSubmatch(text)
	if division == nil {
		t.Fatal("docs/dice.md does not show how the face comes of it")
	}
	sides, _ := strconv.Atoi(division[2])
	p := parts(label)
	face := fall(t, NewSealed(seed), p[0], p[1], p[2], 1, sides)
	word, _ := strconv.ParseUint(printed[:16], 16, 64)
	if read := fmt.Sprintf("$ printf '%%u\\n' 0x%s\n%d\n", printed[:16], word); !strings.Contains(text, read) {
		t.Errorf("the page does not show how the word is read: %s", read)
	}
	if division[1] != fmt.Sprint(word) || division[3] != fmt.Sprint(face) {
		t.Errorf("%s mod %s gives %s; the word is %d and the face %d", division[1], division[2], division[3], word, face)
	}
	commitment := regexp.MustCompile(`(?m)^\$ printf '%s' '(.*)' \| openssl dgst -sha256\n(?:SHA2-256)?\(stdin\)= ([0-9a-f]{64})$`).FindStringSubmatch(text)
	if commitment == nil || Commitment(commitment[1]) != commitment[2] {
		t.Errorf("the SHA-256 of a seed is shown as %q", commitment)
	}
}

// Each face comes from the same number of words, and as few words as can be
// are left over.
func TestSealedFaceTakesTheSameNumberOfWordsForEachFace(t *testing.T) {
	check := func(bits, sides int) {
		words, counts, left := 1<<bits, make([]int, sides), 0
		for word := range words {
			if face, ok := sealedFace(uint64(word), uint64(sides), bits); ok {
				counts[face-1]++
			} else {
				left++
			}
		}
		for i, n := range counts {
			if n != words/sides {
				t.Fatalf("%d bits, d%d: face %d has %d words, want %d", bits, sides, i+1, n, words/sides)
			}
		}
		if left != words%sides {
			t.Errorf("%d bits, d%d: %d words are left over, want %d", bits, sides, left, words%sides)
		}
	}
	for sides := 2; sides <= 256; sides++ {
		check(8, sides)
	}
	for _, sides := range []int{2, 3, 4, 5, 6, 7, 8, 10, 12, 20, 30, 100, 997, 1000, 65535, 65536} {
		check(16, sides)
	}
}

// The same rule at the ends of the words that dice are thrown with.
func TestSealedFaceOfWholeWords(t *testing.T) {
	const most = ^uint64(0)
	for _, c := range []struct {
		word, sides uint64
		face        int
		ok          bool
	}{
		{0, 6, 1, true},
		{5, 6, 6, true},
		{6, 6, 1, true},
		{most - 4, 6, 6, true}, // 2^64 is 4 more than a multiple of 6
		{most - 3, 6, 0, false},
		{most, 6, 0, false},
		{most, 8, 8, true}, // nothing is left over
		{most - 1, 3, 3, true},
		{most, 3, 0, false},
	} {
		if face, ok := sealedFace(c.word, c.sides, 64); face != c.face || ok != c.ok {
			t.Errorf("d%d, word %#x: %d, %v; want %d, %v", c.sides, c.word, face, ok, c.face, c.ok)
		}
	}
}

// A label can be taken apart in one way only, so no two throws share one.
func TestSealedLabelsNeverMeet(t *testing.T) {
	apart := func(step, roller, purpose string, nth, try uint8) bool {
		label := sealedLabel(&Throw{NewLabel(step), NewLabel(roller), NewLabel(purpose), int(nth), 6}, int(try))
		return slices.Equal(parts(label), []string{step, roller, purpose, strconv.Itoa(int(nth)), strconv.Itoa(int(try))})
	}
	if err := quick.Check(apart, nil); err != nil {
		t.Error(err)
	}
	// All short texts of the signs that matter.
	texts := []string{""}
	for range 3 {
		for _, text := range texts {
			for _, sign := range []string{`|`, `\`, `a`} {
				if len(text) < 3 && !slices.Contains(texts, text+sign) {
					texts = append(texts, text+sign)
				}
			}
		}
	}
	seen := map[string]string{}
	for _, step := range texts {
		for _, roller := range texts {
			for _, purpose := range []string{"", `|`, `\`, `\|`, `1`} {
				label := sealedLabel(&Throw{NewLabel(step), NewLabel(roller), NewLabel(purpose), 1, 6}, 0)
				throw := fmt.Sprintf("%q %q %q", step, roller, purpose)
				if other, ok := seen[label]; ok {
					t.Fatalf("%s and %s share the label %s", throw, other, label)
				}
				seen[label] = throw
			}
		}
	}
	if len(texts) != 1+3+9+27 {
		t.Errorf("%d texts", len(texts))
	}
}

func TestSealedThrowsAgain(t *testing.T) {
	src, counts := NewSealed("monza 1"), make([]int, 3)
	for nth := range 10000 {
		counts[fall(t, src, "T1", "race", "wheel", nth+1, 3<<61)%3]++
	}
	if chi := chiSquare(counts); chi > likely[2] {
		t.Errorf("chi-square %.1f > %.1f: %v", chi, likely[2], counts)
	}
}

func TestOpen(t *testing.T) {
	for _, c := range []struct {
		kind string
		want Source
	}{
		{"", NewKeyed("s")}, {KindFast, NewKeyed("s")}, {KindSealed, NewSealed("s")}, {KindAsk, NewTyped("s")},
	} {
		if got, err := Open(c.kind, "s"); err != nil || fmt.Sprintf("%#v", got) != fmt.Sprintf("%#v", c.want) {
			if _, typed := got.(*Typed); !typed || c.kind != KindAsk {
				t.Errorf("%q opens %#v, %v", c.kind, got, err)
			}
		}
	}
	if _, err := Open("loaded", "s"); err == nil || err.Error() != `"loaded" is no kind of dice: there are fast, sealed, ask` {
		t.Errorf("error %v", err)
	}
}

func BenchmarkSealed(b *testing.B) {
	src := NewSealed("monza 1")
	throw := Throw{NewLabel("R4 turn Vettel"), NewLabel("Vettel"), NewLabel("move"), 1, 6}
	b.ReportAllocs()
	for b.Loop() {
		throw.Nth++
		src.Face(&throw)
	}
}
