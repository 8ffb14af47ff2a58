package gamefile

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"iter"
	"regexp"
	"strings"
	"unicode/utf8"

	"tahoun/board"
	"tahoun/scripts/internal/charset"
	"tahoun/scripts/internal/game"
)

// A .rif of RenjuNet is XML: tables of rules, players and tournaments, then the games, which name them by number. It
// may have 100 MB, so the elements are looked for one after the other, and only the tables are kept. So a broken game
// does no harm to the others.
var (
	rifStart    = regexp.MustCompile(`^\s*(?:(?:<!--(?s:.*?)-->|<[?!][^>]*>)\s*)*<database\b`)
	rifEncoding = regexp.MustCompile(`^\s*<\?xml[^>]*\bencoding\s*=\s*["']([^"']+)["']`)
)

const (
	rifSide = 15
	rifMost = 1 << 19 // games that are read
)

// A rifReader yields the games of a file.
type rifReader struct {
	content []byte
	at      int // the next byte
	counted int // the byte up to which lines are counted
	line    int // its number, from 1

	rules, players        map[string]string
	tournaments, starting map[string]string // names, and the days on which they began
}

func isRIF(s *source) bool {
	return rifStart.MatchString(s.text()) || s.extension == ".rif" && !s.blank()
}

// rifGames yields the games of a .rif. Its encoding is not that of other texts.
func rifGames(s *source) iter.Seq[record] {
	content := s.content
	s.note = ""
	if !utf8.Valid(content) {
		named := ""
		if found := rifEncoding.FindSubmatch(content); found != nil {
			named = string(found[1])
		}
		var c charset.Charset
		c, s.note = charset.Guess(content, named)
		content = []byte(c.Decode(content))
	}
	return func(yield func(record) bool) {
		r := rifReader{content: content, line: 1, rules: map[string]string{}, players: map[string]string{},
			tournaments: map[string]string{}, starting: map[string]string{}}
		r.games(s.name, yield)
	}
}

func (r *rifReader) games(name string, yield func(record) bool) {
	count := 0
	for {
		switch tag := r.next(); tag {
		case "":
			if count == 0 {
				yield(record{err: fmt.Errorf("%s: want a game of RenjuNet, got none", name)})
			}
			return
		case "rule", "player", "tournament":
			r.table(tag)
		case "game":
			r.line += bytes.Count(r.content[r.counted:r.at], []byte("\n"))
			r.counted = r.at
			from := fmt.Sprintf("%s:%d", name, r.line)
			if count++; count > rifMost {
				yield(record{err: fmt.Errorf("%s: more than %d games: the rest is left out", from, rifMost)})
				return
			}
			start := r.at
			read := func(r *rifReader) (*Game, error) {
				g, err := r.game()
				if err != nil {
					err = fmt.Errorf("%s: %w", from, err)
				}
				return g, err
			}
			again := func() (*Game, error) {
				copied := *r
				copied.at = start
				return read(&copied)
			}
			g, err := read(r)
			if !yield(record{g, from, err, again}) {
				return
			}
		default:
			r.at++
		}
	}
}

// next goes to the next element, skipping comments, and returns its name; "" at the end.
func (r *rifReader) next() string {
	for {
		start := bytes.IndexByte(r.content[r.at:], '<')
		if start < 0 {
			return ""
		}
		r.at += start
		rest := r.content[r.at:]
		if bytes.HasPrefix(rest, []byte("<!--")) {
			end := bytes.Index(rest, []byte("-->"))
			if end < 0 {
				return ""
			}
			r.at += end
			continue
		}
		length := 1
		for length < len(rest) && rest[length] >= 'a' && rest[length] <= 'z' {
			length++
		}
		if length > 1 {
			return string(rest[1:length])
		}
		r.at++
	}
}

func (r *rifReader) table(tag string) {
	end := bytes.IndexByte(r.content[r.at:], '>') + 1
	if end == 0 {
		end = len(r.content) - r.at
	}
	e, _ := parseRIF(r.content[r.at : r.at+end])
	r.at += end
	id, name := e.attributes["id"], game.Line(e.attributes["name"])
	switch tag {
	case "rule":
		r.rules[id] = name
	case "player":
		r.players[id] = strings.TrimSpace(name + " " + game.Line(e.attributes["surname"]))
	case "tournament":
		r.tournaments[id] = name
		if r.starting[id] = rifDate(e.attributes["start"]); r.starting[id] == "" {
			r.starting[id] = rifDate(e.attributes["year"])
		}
	}
}

// rifDate returns a date, "" if it is 0000-00-00.
func rifDate(text string) string {
	if strings.Trim(text, "0-") == "" {
		return ""
	}
	return game.Line(text)
}

// A rifElement is an element with the texts of two elements in it.
type rifElement struct {
	attributes map[string]string
	move, info []byte
}

// parseRIF reads the first element of content, which may lack its end. With an error it returns the part before it.
func parseRIF(content []byte) (e rifElement, err error) {
	d := xml.NewDecoder(bytes.NewReader(content))
	d.Strict = false
	e.attributes = map[string]string{}
	inside, first := "", true
	for {
		token, err := d.Token()
		if err != nil {
			if d.InputOffset() == int64(len(content)) && !first {
				return e, nil
			}
			return e, fmt.Errorf("no XML: %s", strings.TrimPrefix(err.Error(), "XML syntax error on "))
		}
		switch token := token.(type) {
		case xml.StartElement:
			for _, a := range token.Attr {
				if first {
					e.attributes[a.Name.Local] = a.Value
				}
			}
			inside, first = token.Name.Local, false
		case xml.EndElement:
			inside = ""
		case xml.CharData:
			switch inside {
			case "move":
				e.move = append(e.move, token...)
			case "info":
				e.info = append(e.info, token...)
			}
		}
	}
}

// game reads a game, up to the next one if its end is missing.
func (r *rifReader) game() (*Game, error) {
	chunk := r.content[r.at:]
	closed := false
	for _, end := range []string{"<game", "</game>"} {
		if at := bytes.Index(chunk[1:], []byte(end)); at >= 0 {
			chunk, closed = chunk[:1+at], end == "</game>"
		}
	}
	r.at += len(chunk)
	e, broken := parseRIF(chunk)
	if broken != nil && len(e.move) == 0 {
		return nil, broken
	}
	g := newGame(rifSide, rifSide)
	if !closed && len(e.move) > 0 {
		g.warn("the end of the game is missing")
	}
	if broken != nil {
		g.warn("%v: what follows in this game is left out", broken)
	}
	tree := newTreeBuilder(g)
	for _, square := range strings.Fields(string(e.move)) {
		var err error
		if at, ok := parseSquare(square); ok { // the row counts from the bottom
			at.Y = rifSide - 1 - at.Y
			err = tree.playOrLeaveOut(Move{At: at, Side: tree.turn()}, square)
		} else {
			const why = "move %d: want a square such as h8, got %s"
			err = tree.leaveOut(fmt.Sprintf(why, len(tree.path)+1, quote(square)))
		}
		if err != nil {
			return nil, err
		}
	}
	tree.finish()
	r.describe(g, e)
	return g, nil
}

// describe sets the players, the title, the rule and all else that is known about a game.
func (r *rifReader) describe(g *Game, e rifElement) {
	about := e.attributes
	g.X.Name, g.O.Name = r.players[about["black"]], r.players[about["white"]]
	g.Title, g.Date = r.tournaments[about["tournament"]], r.starting[about["tournament"]]
	if round := game.Line(about["round"]); round != "" {
		g.Title = strings.TrimPrefix(g.Title+", round "+round, ", ")
	}
	g.Result = map[string]string{"1": "B+", "0": "W+", "0.5": "0"}[about["bresult"]]
	rule := r.rules[about["rule"]]
	if rule != "" && !strings.Contains(strings.ToLower(rule), "gomoku") {
		g.Rule, g.RuleKnown = board.Renju, true
	}
	var lines []string
	for _, line := range []struct{ what, text string }{
		{"", string(e.info)}, {"opening rule: ", rule}, {"alternatives (alt): ", about["alt"]},
	} {
		if text := strings.TrimSpace(game.Plain(line.text)); text != "" {
			lines = append(lines, line.what+text)
		}
	}
	g.Comment = strings.Join(lines, "\n")
}
