package scripts_test

import (
	"testing"

	"sandbox/scripts"
)

// A file as editors of Windows save it is a file like any other.
func TestFromWindows(t *testing.T) {
	text := "\ufeff--- A game.\r\nlocal racing = require \"racing\"\r\nreturn racing.extend(\"paper_f1\", { name = \"Mine\" })\r\n"
	p := load(t, scripts.Options{Variant: "my", Track: "oval"}, map[string]string{"my": text})
	if got := p.Info().Name; got != "Mine" {
		t.Errorf("it is called %q", got)
	}
	if got := scripts.About(text); got != "A game." {
		t.Errorf("it says of itself %q", got)
	}
	_, err := scripts.Load(files(map[string]string{"my": "\ufeffreturn 1 +"}), scripts.Options{Variant: "my"})
	said(t, err, "test/my.lua:1: ...")
}
