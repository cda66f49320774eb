package dice

import (
	"fmt"
	"math/bits"
	"slices"
	"testing"
)

// fall throws a die that must fall.
func fall(t testing.TB, src Source, step, roller, purpose string, nth, sides int) int {
	t.Helper()
	face, err := src.Face(&Throw{NewLabel(step), NewLabel(roller), NewLabel(purpose), nth, sides})
	if err != nil {
		t.Fatal(err)
	}
	return face
}

// likely bounds chi-square by degrees of freedom: a fair die exceeds the bound
// once in a thousand tests. Seeds are fixed, so a test that passes once passes
// for ever.
var likely = map[int]float64{
	1: 10.83, 2: 13.82, 3: 16.27, 5: 20.52, 7: 24.32, 9: 27.88, 11: 31.26, 19: 43.82, 29: 58.30, 35: 66.62, 99: 148.23,
}

func chiSquare(counts []int) float64 {
	total, chi := 0, 0.0
	for _, n := range counts {
		total += n
	}
	want := float64(total) / float64(len(counts))
	for _, n := range counts {
		chi += (float64(n) - want) * (float64(n) - want) / want
	}
	return chi
}

// eachThrow visits the throws of a race of 20 rounds, 10 cars, 2 purposes and
// 5 dice.
func eachThrow(f func(round, car, purpose, nth int, throw *Throw)) {
	for round := range 20 {
		for car := range 10 {
			roller := NewLabel(fmt.Sprintf("Car %d", car+1))
			step := NewLabel(fmt.Sprintf("R%d turn %s", round+1, roller))
			for p, purpose := range []string{"move", "action"} {
				for nth := range 5 {
					f(round, car, p, nth, &Throw{step, roller, NewLabel(purpose), nth + 1, 0})
				}
			}
		}
	}
}

// Each kind of die that games have falls on each of its faces as often.
func TestFacesAreUniform(t *testing.T) {
	for _, seed := range []string{"monza 1", "monza 2", ""} {
		for kind, src := range map[string]Source{"keyed": NewKeyed(seed), "sealed": NewSealed(seed)} {
			for _, sides := range []int{2, 4, 6, 8, 10, 12, 20, 30, 100} {
				counts := make([]int, sides)
				eachThrow(func(_, _, _, _ int, throw *Throw) {
					throw.Sides = sides
					face, _ := src.Face(throw)
					counts[face-1]++
				})
				if chi := chiSquare(counts); chi > likely[sides-1] {
					t.Errorf("%s, seed %q, d%d: chi-square %.1f > %.1f: %v", kind, seed, sides, chi, likely[sides-1], counts)
				}
			}
		}
	}
}

// Throws that differ in one part of their key must not know of each other:
// the 36 pairs of two such d6 are equally likely.
func TestKeyedPairsAreUniform(t *testing.T) {
	src := NewKeyed("monza 1")
	type key [4]int
	faces := map[key]int{}
	eachThrow(func(round, car, purpose, nth int, throw *Throw) {
		throw.Sides = 6
		faces[key{round, car, purpose, nth}], _ = src.Face(throw)
	})
	for part, name := range []string{"step", "roller and step", "purpose", "nth"} {
		counts := make([]int, 36)
		for k, face := range faces {
			k[part]++
			if next, ok := faces[k]; ok {
				counts[(face-1)*6+next-1]++
			}
		}
		if chi := chiSquare(counts); chi > likely[35] {
			t.Errorf("pairs by %s: chi-square %.1f > %.1f: %v", name, chi, likely[35], counts)
		}
	}
}

func TestKeyedDependsOnEachPartOfTheKey(t *testing.T) {
	stream := func(seed, step, roller, purpose string, skip int) []int {
		var faces []int
		for nth := range 100 {
			faces = append(faces, fall(t, NewKeyed(seed), step, roller, purpose, nth+1+skip, 20))
		}
		return faces
	}
	base := stream("s", "R1 turn A", "A", "move", 0)
	if !slices.Equal(base, stream("s", "R1 turn A", "A", "move", 0)) {
		t.Error("the same throws fall differently")
	}
	for _, c := range []struct {
		part  string
		faces []int
	}{
		{"seed", stream("t", "R1 turn A", "A", "move", 0)},
		{"empty seed", stream("", "R1 turn A", "A", "move", 0)},
		{"step", stream("s", "R2 turn A", "A", "move", 0)},
		{"roller", stream("s", "R1 turn A", "B", "move", 0)},
		{"purpose", stream("s", "R1 turn A", "A", "mov", 0)},
		{"nth", stream("s", "R1 turn A", "A", "move", 1)},
		{"roller and purpose changed about", stream("s", "R1 turn A", "move", "A", 0)},
	} {
		equal := 0
		for i := range base {
			if c.faces[i] == base[i] {
				equal++
			}
		}
		if equal > 16 { // of 100 twentieths; more than 16 come once in 10,000 times
			t.Errorf("another %s: %d of 100 faces stay", c.part, equal)
		}
	}
}

// Short names and many dice once met: "AZ" threw its 67th die as "BP" its
// 66th.
func TestKeyedKeysDoNotMeet(t *testing.T) {
	src := NewKeyed("monza 1")
	step, seen := NewLabel("Q1"), map[[3]int]string{}
	for a := 'A'; a <= 'Z'; a++ {
		for b := 'A'; b <= 'Z'; b++ {
			name := string(a) + string(b)
			for nth := 1; nth <= 100; nth++ {
				var key [3]int // some 60 bits of the word behind the faces
				for i, sides := range []int{1 << 62, 1<<62 - 57, 1000} {
					key[i], _ = src.Face(&Throw{step, NewLabel(name), NewLabel("start"), nth, sides})
				}
				if other, ok := seen[key]; ok {
					t.Fatalf("%s throws its die %d as %s", name, nth, other)
				}
				seen[key] = fmt.Sprintf("%s its %d", name, nth)
			}
		}
	}
}

// Recorded races stand on these faces: when they change, so must the engine's
// version.
func TestKeyedFacesStay(t *testing.T) {
	src := NewKeyed("monza 1")
	for _, c := range []struct {
		step, roller, purpose string
		sides                 int
		want                  []int
	}{
		{"R4 turn Vettel", "Vettel", "move", 6, []int{2, 6, 1, 5, 2, 4, 2, 4}},
		{"R4 turn Vettel", "Vettel", "gear", 20, []int{9, 14, 12, 8, 5, 18, 11, 20}},
		{"Q1", "race", "weather", 10, []int{2, 10, 7, 7, 2, 4, 5, 4}},
	} {
		var got []int
		for nth := range 8 {
			got = append(got, fall(t, src, c.step, c.roller, c.purpose, nth+1, c.sides))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s %s %s d%d: %v, want %v", c.step, c.roller, c.purpose, c.sides, got, c.want)
		}
	}
}

// The words that fall as one face are neighbours: word*sides/2^64 is the face.
// Within them word*sides mod 2^64 rises by sides, so that at most the first
// can be left over. Looking at the first, the second and the last word of each
// face therefore shows what happens to all 2^64.
func TestFaceTakesTheSameNumberOfWordsForEachFace(t *testing.T) {
	for _, sides := range []uint64{2, 3, 4, 5, 6, 7, 8, 10, 12, 20, 30, 97, 100, 999, 1000, 65537} {
		// ceil(face*2^64/sides): where the words of a face begin, from 0.
		begin := func(face uint64) uint64 {
			if face == sides {
				return 0 // 2^64
			}
			word, _ := bits.Div64(face, sides-1, sides)
			return word
		}
		share, over := bits.Div64(1, 0, sides) // 2^64 = share*sides + over
		var left uint64
		for i := range sides {
			first, last := begin(i), begin(i+1)-1
			words := last - first + 1
			if _, ok := face(first, sides); !ok {
				words--
				left++
			} else if f, _ := face(first, sides); f != int(i)+1 {
				t.Fatalf("d%d: word %#x falls as %d, want %d", sides, first, f, i+1)
			}
			for _, word := range []uint64{first + 1, last} {
				if f, ok := face(word, sides); !ok || f != int(i)+1 {
					t.Fatalf("d%d: word %#x falls as %d, %v; want %d", sides, word, f, ok, i+1)
				}
			}
			if words != share {
				t.Fatalf("d%d: %d words fall as %d, want %d", sides, words, i+1, share)
			}
		}
		if left != over {
			t.Errorf("d%d: %d words are left over, want %d", sides, left, over)
		}
	}
}

// A word that is left over is thrown again, not bent into a face: of this many
// sides every third would otherwise have two words where the others have three.
func TestKeyedThrowsAgain(t *testing.T) {
	src, counts := NewKeyed("monza 1"), make([]int, 3)
	for nth := range 10000 {
		counts[fall(t, src, "T1", "race", "wheel", nth+1, 3<<61)%3]++
	}
	if chi := chiSquare(counts); chi > likely[2] {
		t.Errorf("chi-square %.1f > %.1f: %v", chi, likely[2], counts)
	}
}

func BenchmarkKeyed(b *testing.B) {
	src := NewKeyed("monza 1")
	throw := Throw{NewLabel("R4 turn Vettel"), NewLabel("Vettel"), NewLabel("move"), 1, 6}
	b.ReportAllocs()
	for b.Loop() {
		throw.Nth++
		src.Face(&throw)
	}
}
