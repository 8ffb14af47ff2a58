// Package trials is the record of all trials on the engine: one JSON line per trial in search/tried/trials.jsonl. It
// reads, checks and extends it.
package trials

import (
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"time"

	"tahoun/board"
	"tahoun/scripts/internal/cli"
	"tahoun/scripts/internal/stats"
)

// File is the path of the record from the repository's root.
const File = "search/tried/trials.jsonl"

// A Trial is one change, measured in one way. Fields that are not known are left out.
type Trial struct {
	Date   string `json:"date"`             // day of the record, as in 2026-11-21
	Commit string `json:"commit,omitempty"` // the commit that recorded it; for a line by -log the one checked out

	Area    string `json:"area"`              // one of Areas
	Term    string `json:"term"`              // the field's name for it
	Idea    string `json:"idea"`              // the change
	Variant string `json:"variant,omitempty"` // which form of it, or against which opponent
	Params  string `json:"params,omitempty"`  // numbers of search.Params, by their names on that day

	Rule          string `json:"rule,omitempty"`           // its name, as in "exactly five and caro"
	Size          string `json:"size,omitempty"`           // columns x rows
	Openings      string `json:"openings,omitempty"`       // file in testdata/openings without .txt, and "turned"
	Nodes         uint64 `json:"nodes,omitempty"`          // of a move
	OpponentNodes uint64 `json:"opponent_nodes,omitempty"` // of the other side's move, if it has another limit
	Time          string `json:"time,omitempty"`           // of a move, as in 200ms; "instant" is no search at all
	Pairs         int    `json:"pairs,omitempty"`          // of games, colours swapped

	Points []int     `json:"points,omitempty"` // how many pairs brought 0, ½, 1, 1½ and 2 points
	Elo    []float64 `json:"elo,omitempty"`    // difference, lower and upper bound of its 95 % interval

	Method     string `json:"method,omitempty"`     // one of Methods
	Measure    string `json:"measure,omitempty"`    // unit and conditions of Result, if that is not Elo
	Conditions string `json:"conditions,omitempty"` // that no field above holds
	Result     string `json:"result,omitempty"`     // in words
	Verdict    string `json:"verdict"`              // one of Verdicts
}

// Unsorted is the area and the term of a line that a tool has written, until somebody says where it belongs.
const Unsorted = "unsorted"

// Areas are the parts of the engine that trials are about.
var Areas = []string{
	"data", "evaluation", "nnue", // weights: games and labels, the linear part, the networks
	"ordering", "lmr", "lmp", "pruning", "extensions", "quiescence", "search", // alpha-beta
	"vcf", "vct", "table", "time", "smp", "speed", "instant",
	"parameters", // several areas at once
	"openings", "opponents", Unsorted,
}

// Verdicts are the outcomes of trials: "measured" is a figure without a decision, "open" is undecided.
var Verdicts = []string{"kept", "rejected", "open", "measured"}

// Methods are how games were played: a match of two, many changes by the same games (tune screen), or spsa.
var Methods = []string{"", "screen", "spsa"}

var (
	commit = regexp.MustCompile(`^([0-9a-f]{7,40})?$`)
	size   = regexp.MustCompile(`^([1-9]\d*x[1-9]\d*)?$`)
)

// Check returns an error if the trial cannot be right.
func (t Trial) Check() error {
	if _, err := time.Parse(time.DateOnly, t.Date); err != nil {
		return fmt.Errorf("date %q: want one as 2026-11-21", t.Date)
	}
	if t.Time != "" && t.Time != "instant" {
		if _, err := cli.ParseTime(t.Time); err != nil {
			return fmt.Errorf("time %q: %w", t.Time, err)
		}
	}
	switch {
	case !commit.MatchString(t.Commit):
		return fmt.Errorf("commit %q: want 7 or more hexadecimal digits", t.Commit)
	case !size.MatchString(t.Size):
		return fmt.Errorf("size %q: want columns and rows, as 20x20", t.Size)
	case !slices.Contains(Areas, t.Area):
		return fmt.Errorf("area %q: want one of %s", t.Area, strings.Join(Areas, ", "))
	case !slices.Contains(Verdicts, t.Verdict):
		return fmt.Errorf("verdict %q: want one of %s", t.Verdict, strings.Join(Verdicts, ", "))
	case !slices.Contains(Methods, t.Method):
		return fmt.Errorf("method %q: want none, screen or spsa", t.Method)
	case t.Term == "" || t.Idea == "":
		return errors.New("want a term and an idea")
	case t.Elo == nil && t.Result == "":
		return errors.New("want an elo or a result")
	}
	if rule, err := board.ParseRule(t.Rule); t.Rule != "" && (err != nil || rule.String() != t.Rule) {
		return fmt.Errorf("rule %q: want a name such as %q", t.Rule, board.ExactFive|board.Caro)
	}
	return t.checkNumbers()
}

func (t Trial) checkNumbers() error {
	if t.Pairs < 0 {
		return fmt.Errorf("pairs %d: want no negative number", t.Pairs)
	}
	if e := t.Elo; e != nil && (len(e) != 3 || e[1] > e[0] || e[0] > e[2]) {
		return fmt.Errorf("elo %v: want the difference, and a lower and an upper bound around it", e)
	}
	if t.Points == nil {
		return nil
	}
	sum := 0
	for _, n := range t.Points {
		if n < 0 {
			return fmt.Errorf("points %v: want no negative number", t.Points)
		}
		sum += n
	}
	if len(t.Points) != len(stats.Pairs{}) || sum != t.Pairs {
		return fmt.Errorf("points %v: want five numbers that add up to pairs, %d", t.Points, t.Pairs)
	}
	return nil
}

// New returns a trial of this day and commit by a tool, which does not know its area and verdict.
func New(idea string) Trial {
	head, _ := exec.Command("git", "rev-parse", "--short=7", "HEAD").Output() // none outside a checkout
	return Trial{
		Date: time.Now().Format(time.DateOnly), Commit: strings.TrimSpace(string(head)),
		Area: Unsorted, Term: Unsorted, Idea: idea, Verdict: "open"}
}

// Count returns the trial with the result of its pairs of games.
func (t Trial) Count(p stats.Pairs) Trial {
	e := p.Elo()
	t.Pairs, t.Points = p.Len(), p[:]
	t.Elo = []float64{rounded(e.Value), rounded(e.Value - e.Bar), rounded(e.Value + e.Bar)}
	return t
}
