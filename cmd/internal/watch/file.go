package watch

import (
	"crypto/sha256"
	"io"
	"os"
	"path/filepath"

	"sandbox/cmd/internal/door"
)

// maxLinks ends the way to a file whose links lead in a circle.
const maxLinks = 100

// looked is up to where a file is looked at, in bytes: rules and tracks end long
// before.
const looked = 1 << 20

// file is a watched file.
type file struct {
	path string // as it was given
	full string // the same, absolute
	seen content
}

// content is what a file holds.
type content struct {
	sum  [sha256.Size]byte
	gone bool
}

// read sums up a file. What cannot be read is gone, and so is what is no
// ordinary file: it could have no end.
func read(path string) content {
	f, err := door.Open(path)
	if err != nil {
		return content{gone: true}
	}
	defer f.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, io.LimitReader(f, looked)); err != nil {
		return content{gone: true}
	}
	return content{sum: [sha256.Size]byte(hash.Sum(nil))}
}

// find is the file that was given as path, or nil.
func find(files []file, path string) *file {
	for i := range files {
		if files[i].path == path {
			return &files[i]
		}
	}
	return nil
}

// entriesOf lists the entries of all files.
func entriesOf(files []file) []string {
	var list []string
	for _, f := range files {
		list = append(list, entries(f.full)...)
	}
	return list
}

// entries lists the entries of folders that decide what a reader of path
// finds: each link that stands in the file's place, and the file itself; or,
// where a folder is missing, that. The folders' own paths are free of links,
// since the system would mix up two paths of one folder.
func entries(path string) []string {
	var list []string
	for range maxLinks {
		folder, err := filepath.EvalSymlinks(filepath.Dir(path))
		if err != nil {
			path = filepath.Dir(path)
			continue
		}
		path = filepath.Join(folder, filepath.Base(path))
		list = append(list, path)
		target, err := os.Readlink(path)
		if err != nil {
			return list
		}
		if !filepath.IsAbs(target) {
			target = filepath.Join(folder, target)
		}
		path = target
	}
	return list
}
