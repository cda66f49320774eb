package library

import (
	"context"

	"sandbox/core/race"
	"sandbox/scripts"
)

// Listed is a variant or a track that can be named.
type Listed struct {
	Name string
	race.Source
	Err error // why it cannot be used; nil as far as it was looked at
}

// List is what there is of a kind, scripts.Variants, scripts.Tracks or
// scripts.HouseRules, here, on disk
// and in the program. A file that cannot be told to be of one kind or the other
// is listed as both. What is not read when the context is done has its error.
func List(ctx context.Context, wanted string) []Listed {
	var list []Listed
	folder := wanted
	if wanted == scripts.HouseRules {
		folder = scripts.Variants
	}
	files := scripts.Until(ctx, Roots())
	for _, name := range files.Names(folder) {
		item := Listed{Name: name}
		if item.Source, item.Err = files.Open(folder + "/" + name); item.Err == nil {
			var kind string
			if kind, item.Err = scripts.KindIn(files, folder, name); item.Err == nil && kind != wanted || item.Err != nil && folder != wanted {
				continue
			}
		}
		list = append(list, item)
	}
	return list
}
