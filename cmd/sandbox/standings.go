package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"sandbox/cmd/internal/championship"
	"sandbox/cmd/internal/console"
	"sandbox/cmd/internal/report"
)

func newStandings(p *program) *cobra.Command {
	var format string
	cmd := p.isolating(&cobra.Command{
		Use:     "standings DIR",
		Short:   "Show how a championship stands",
		Long:    "Plays the races of a championship again from their journals and prints the standings. DIR is its\nfolder, or last for the one played last.",
		Example: "  sandbox standings last\n  sandbox standings season2011 -o csv",
		Args:    needArgs(1, 1, "one championship: sandbox standings DIR"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := console.CheckFormat(format); err != nil {
				return usageError{err}
			}
			path, err := p.home().Path(args[0])
			if err != nil {
				return err
			}
			dir, ok := championship.Of(path)
			if _, err := os.Stat(path); err != nil {
				return err
			}
			if !ok {
				return fmt.Errorf("%s is no championship's folder", path)
			}
			c, err := championship.Read(p.keep(), dir)
			if err != nil {
				return err
			}
			if c.Done() == 0 {
				return errors.New("no race of this championship is over yet")
			}
			tables := []report.Table{c.Standings()}
			if format != console.ForPeople {
				tables = append(tables, c.Results())
			}
			return p.Tables(cmd.OutOrStdout(), format, nil, tables)
		},
	}, p.strangeChampionship)
	addFormat(cmd, &format)
	return cmd
}
