package record

import (
	"bytes"
	"fmt"
	"io"

	"tahoun/scripts/internal/game"
)

// Collection is the name of the file with all finished games of the run as one SGF, in the order in which they ended.
const Collection = "games.sgf"

// addToCollection appends a game in one piece. It leaves out boards too large for SGF.
func addToCollection(w io.Writer, g *game.Game) error {
	if !hasSGF(g) {
		return nil
	}
	var text bytes.Buffer
	if err := SGF(&text, g); err != nil {
		return err
	}
	if _, err := w.Write(text.Bytes()); err != nil {
		return fmt.Errorf("record: %s: %w", Collection, err)
	}
	return nil
}

// messagesInMemory is how many bytes of messages the games of a run keep in memory, so that long runs fit in. The log
// and SGF have all messages. Only tests change it.
var messagesInMemory talk = 8 << 20

// talk counts the bytes of messages that are in memory.
type talk int

// limit puts game.Cut in the place of a game's messages if they do not fit in.
func (t *talk) limit(g *game.Game) {
	said := talk(0)
	for _, m := range g.Moves {
		said += talk(len(m.Message))
	}
	if *t+said <= messagesInMemory {
		*t += said
		return
	}
	for i := range g.Moves {
		if m := &g.Moves[i]; m.Message != "" {
			m.Message = game.Cut
		}
	}
}
