package scripts

// mostDiffed is how many lines of a function are compared with those of another.
const mostDiffed = 2000

// lineDiff is what differs between two texts, as a unified diff has it: each line
// with "-" or "+" before it, or a blank where it stands in both, beside one that
// differs. It is empty where a text is not known.
func lineDiff(a, b []string) []string {
	if len(a) > mostDiffed || len(b) > mostDiffed {
		return nil
	}
	common := make([][]int, len(a)+1) // the lines that the rests of both from here on share
	for i := range common {
		common[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				common[i][j] = common[i+1][j+1] + 1
			} else {
				common[i][j] = max(common[i+1][j], common[i][j+1])
			}
		}
	}
	var all []string
	for i, j := 0, 0; i < len(a) || j < len(b); {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			all = append(all, " "+a[i])
			i, j = i+1, j+1
		case j == len(b) || i < len(a) && common[i+1][j] >= common[i][j+1]:
			all = append(all, "-"+a[i])
			i++
		default:
			all = append(all, "+"+b[j])
			j++
		}
	}
	return nearChanges(all)
}

// nearChanges leaves out lines that stand in both and beside no change.
func nearChanges(all []string) []string {
	var list []string
	for i, line := range all {
		if line[0] != ' ' || i > 0 && all[i-1][0] != ' ' || i+1 < len(all) && all[i+1][0] != ' ' {
			list = append(list, line)
		}
	}
	return list
}
