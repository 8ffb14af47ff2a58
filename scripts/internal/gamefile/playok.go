package gamefile

import (
	"encoding/base64"
	"errors"
	"fmt"
	"iter"
	"regexp"
	"strconv"
	"strings"

	"tahoun/board"
	"tahoun/scripts/internal/game"
)

// The records of PlayOK have tags, then numbered moves and a result. An address holds a record in base64 (?g=gm.…) or
// the moves alone (?g=gm+h8i9…); where it has only a number, the server has the game.
var (
	playOKLink = regexp.MustCompile(`^\s*(?:[a-z]+://)?\S*[?&]g=gm(?:([.+ ]|%2[BbEe]|%20)?([^\s&#]*))(?:&\S*?)?(?:#\w*)?\s*$`)
	playOKTag  = regexp.MustCompile(`^[ \t]*\[([A-Za-z]\w*)\s+"([^"\n]*)"?[^\]\n]*\]?[ \t]*`)
)

// isPlayOK reports whether a text begins as a record of PlayOK or is the address of one.
func isPlayOK(s *source) bool {
	text := strings.TrimSpace(s.text())
	isLink := strings.Contains(text, "g=gm") && playOKLink.MatchString(text) // slow on long texts
	return isLink || playOKTag.MatchString(text)
}

// playOKMoves returns the record that an address holds, and other texts as they are.
func playOKMoves(text string) (string, error) {
	link := playOKLink.FindStringSubmatch(text)
	if link == nil {
		return text, nil
	}
	switch strings.ToUpper(link[1]) {
	case "+", " ", "%2B", "%20":
		return strings.NewReplacer("+", " ", "%20", " ").Replace(link[2]), nil
	case ".", "%2E":
		code := strings.NewReplacer("-", "+", "_", "/", "%2B", "+", "%2F", "/", "%3D", "", "=", "").Replace(link[2])
		record, err := base64.RawStdEncoding.DecodeString(code)
		if err != nil {
			return "", errors.New("the address of PlayOK holds no record in base64")
		}
		text, _ := decode(record)
		return text, nil
	}
	return "", errors.New("the address of PlayOK holds no moves: open its .txt there and save it")
}

// playOKGames yields the records of a file: tags after moves begin another one.
func playOKGames(s *source) iter.Seq[record] {
	name := s.name
	return func(yield func(record) bool) {
		text, err := playOKMoves(s.text())
		if err != nil {
			yield(record{err: fmt.Errorf("%s: %w", name, err)})
			return
		}
		for before := 0; text != ""; {
			end := playOKEnd(text)
			from := fmt.Sprintf("%s:%d", name, 1+before)
			here, lines := text[:end], before
			again := func() (*Game, error) { return readPlayOK(name, here, lines, s.Options) }
			g, err := again()
			if !yield(record{g, from, err, again}) {
				return
			}
			before += strings.Count(text[:end], "\n")
			text = text[end:]
		}
	}
}

// playOKEnd returns where the record ends with which text begins.
func playOKEnd(text string) int {
	end, moves := 0, false
	for line := range strings.SplitAfterSeq(text, "\n") {
		tag := playOKTag.MatchString(line)
		if tag && moves {
			break
		}
		moves = moves || !tag && strings.TrimSpace(line) != ""
		end += len(line)
	}
	return end
}

// readPlayOK reads a record of PlayOK, where only exactly five win, with so many lines before it in its file.
func readPlayOK(name, text string, before int, o Options) (*Game, error) {
	tags, body, lines := playOKTags(text)
	lines += before
	if _, side, _ := strings.Cut(tags["GameType"], ","); side != "" {
		n, err := strconv.Atoi(strings.TrimSpace(side))
		if err == nil {
			err = checkSize(n, n)
		}
		if err != nil {
			gameType := quote(tags["GameType"])
			return nil, fmt.Errorf("%s: want a size such as %q for GameType, got %s", name, "61,15", gameType)
		}
		o.Width, o.Height = n, n
	}
	scan, err := scanText(body, 1+lines)
	if err != nil {
		return nil, fmt.Errorf("%s:%d: a record of PlayOK: %w", name, scan.line, err)
	}
	g := o.game(scan.far())
	if o.Width == 0 && g.Start.Width() == playOKSide {
		g.Warnings = nil // all its boards have this size
	}
	g.Rule, g.RuleKnown = board.ExactFive, true
	tree := newTreeBuilder(g)
	for _, m := range scan.moves {
		m.at.Y = g.Start.Height() - 1 - m.at.Y
		if err := tree.playOrLeaveOut(Move{At: m.at, Side: tree.turn()}, m.name); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, m.line, err)
		}
	}
	if scan.result == "" {
		scan.result = tags["Result"]
	}
	g.Result = scan.winner(tree)
	tree.finish()
	g.X.Name, g.O.Name = game.Line(tags["Black"]), game.Line(tags["White"])
	if scan.swapped {
		g.X, g.O = g.O, g.X
	}
	g.Title, g.Date = game.Line(tags["Event"]), strings.ReplaceAll(game.Line(tags["Date"]), ".", "-")
	return g, nil
}

// playOKSide is the usual size of PlayOK's boards.
const playOKSide = 15

// playOKTags returns the tags at the start of a record, the text after them, and how many lines are before that.
func playOKTags(text string) (tags map[string]string, body string, lines int) {
	tags = map[string]string{}
	body = text
	for {
		body = strings.TrimLeft(body, " \t\n")
		found := playOKTag.FindStringSubmatch(body)
		if found == nil {
			return tags, body, strings.Count(text[:len(text)-len(body)], "\n")
		}
		tags[found[1]] = found[2]
		body = body[len(found[0]):]
	}
}
