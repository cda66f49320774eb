package sim

// Explained is the share, from 0 to 1, of the spread of all cars' places that
// groups of cars explain, such as those of one grid slot: 0 where it does not
// matter to which a car belongs, 1 where that says its place. What chance alone
// would seem to explain is taken off (epsilon squared).
func Explained(groups []Places) float64 {
	n, sum, squares, between, some := 0.0, 0.0, 0.0, 0.0, 0.0
	for i := range groups {
		g := &groups[i]
		if g.Starts == 0 {
			continue
		}
		some++
		n += float64(g.Starts)
		sum += float64(g.places())
		between += g.MeanPlace() * float64(g.places())
		for at := range g.Home {
			squares += float64((at+1)*(at+1)) * float64(g.Home[at]+g.Out[at])
		}
	}
	all := squares - sum*sum/n
	within := squares - between
	if n <= some || all <= 0 {
		return 0
	}
	return max(0, 1-within/(n-some)*(n-1)/all)
}
