package player

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"tahoun/scripts/internal/cli"
	"tahoun/scripts/internal/manager"
)

// infoPrefix begins an option that is a key of INFO: info.caution_factor=3.
const infoPrefix = "info."

// SetTurn reads a time per move, 1s, or a time control: a time per game and its increment, 10s+0.1s. A move may then
// take as long as the game.
func (s *Spec) SetTurn(text string) (err error) {
	if !strings.Contains(text, "+") {
		s.Turn, err = cli.ParseTime(text)
		return err
	}
	err = s.SetMatch(text)
	s.Turn = s.Match
	return err
}

// SetMatch reads a time per game, with or without an increment: 10s, 10s+0.1s.
func (s *Spec) SetMatch(text string) error {
	base, increment, increases := strings.Cut(text, "+")
	match, err := cli.ParseTime(base)
	if err != nil {
		return err
	}
	s.Match, s.Increment = match, 0
	if !increases {
		return nil
	}
	if s.Increment, err = cli.ParseTime(increment); err != nil {
		return err
	}
	if match == 0 {
		return errors.New("want a time per game before the plus sign, as in 10s+0.1s")
	}
	return nil
}

// setInfo adds a key of INFO, or replaces its value. Without a value the key is not told.
func (s *Spec) setInfo(key, value string, hasValue bool) error {
	switch {
	case key == "" || strings.ContainsAny(key, manager.Blanks):
		return errors.New("want a key of INFO, as in info.caution_factor=3")
	case !hasValue || strings.ContainsAny(value, "\r\n"):
		return errors.New("want a value of one line after the equals sign, or none to leave the key out")
	}
	line := key
	if value != "" {
		line += " " + value
	}
	same := func(told string) bool { return manager.HasKey(told, key) }
	s.Info = append(slices.DeleteFunc(slices.Clone(s.Info), same), line)
	return nil
}

// overrides reports whether the author's own value of a key takes the place of the arena's, or leaves the key out.
func (s Spec) overrides(key string) bool {
	return slices.ContainsFunc(s.Info, func(told string) bool { return manager.HasKey(told, key) })
}

// parseCount reads a limit that is a number.
func parseCount(text string, most int64) (int64, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 || n > most {
		return 0, fmt.Errorf("want a whole number from 0 to %d", most)
	}
	return n, nil
}

// parseInt is parseCount for a limit of 32 bits.
func parseInt(text string) (int, error) {
	n, err := parseCount(text, math.MaxInt32)
	return int(n), err
}

// checkInfo returns an error if the player's protocol cannot tell its limits.
func (s Spec) checkInfo() error {
	if s.Protocol == Koth && len(s.info()) > 0 {
		key, _, _ := strings.Cut(s.info()[0], " ")
		return fmt.Errorf("%s: a koth bot is told no limits: its protocol has no line for them", key)
	}
	return nil
}

// info returns the keys and values that a manager adds to those that all managers tell. The author's own come last, as
// manager.Override wants them.
func (s Spec) info() []string {
	var told []string
	for _, limit := range []struct {
		key   string
		value int64
	}{{"max_node", s.Nodes}, {"max_depth", int64(s.Depth)}, {"thread_num", int64(s.Threads)}} {
		if limit.value > 0 {
			told = append(told, fmt.Sprintf("%s %d", limit.key, limit.value))
		}
	}
	return append(told, s.Info...)
}

// toldInfo returns info with the increment, which koth bots live by without being told.
func (s Spec) toldInfo() []string {
	if s.Increment == 0 {
		return s.info()
	}
	return append([]string{fmt.Sprintf("time_increment %d", manager.Milliseconds(s.Increment))}, s.info()...)
}

// Conditions describes the limits of a player in words.
func (s Spec) Conditions() string {
	text := fmt.Sprintf("%v per move, %s per game", s.Turn, s.GameTime())
	if other := s.OtherLimits(); other != "" {
		text += ", " + other
	}
	return text
}

// GameTime returns the time per game as SetMatch reads it, "no limit" if there is none.
func (s Spec) GameTime() string {
	switch {
	case s.Match == 0:
		return "no limit"
	case s.Increment == 0:
		return s.Match.String()
	}
	return s.Match.String() + "+" + s.Increment.String()
}

// OtherLimits describes the limits beside time and memory, and a pause that is not the default, "" if there are none.
func (s Spec) OtherLimits() string {
	limits := manager.Override(s.info())
	for _, key := range s.Info {
		if !strings.Contains(key, " ") {
			limits = append(limits, "no "+key)
		}
	}
	if text := s.pause(); text != "" {
		limits = append(limits, text)
	}
	return strings.Join(limits, ", ")
}
