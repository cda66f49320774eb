package dice

// digits is d66: two d6 whose faces are read as the digits of a number, the
// first die's first, which gives 36 equally likely totals from 11 to 66.
var digits = Dice{Count: 2, Sides: 6, Digits: true}

// digitsName is what Parse reads as digits.
const digitsName = "d66"

// Total is what the faces of a throw come to.
func (d Dice) Total(faces []int) int {
	total := 0
	for _, face := range faces {
		if d.Digits {
			total *= 10
		}
		total += face
	}
	return total
}

// Can says that a throw can come to a total.
func (d Dice) Can(total int) bool {
	if d.Digits && (total%10 < 1 || total%10 > d.Sides) {
		return false
	}
	return total >= d.Min() && total <= d.Max()
}

// Next is the total after one that the dice can come to: after 16 of d66 comes
// 21.
func (d Dice) Next(total int) int {
	if d.Digits && total%10 == d.Sides {
		return total + 11 - d.Sides
	}
	return total + 1
}

// digitOdds is Odds where the faces are digits: one way for each total there
// is.
func (d Dice) digitOdds() []float64 {
	ways := make([]float64, d.Max()-d.Min()+1)
	for i := range ways {
		if d.Can(d.Min() + i) {
			ways[i] = 1
		}
	}
	return ways
}
