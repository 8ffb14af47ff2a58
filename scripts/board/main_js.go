package main

import (
	"context"
	"encoding/json"
	"slices"
	"syscall/js"
	"time"

	"github.com/spf13/afero"

	"tahoun/board"
	"tahoun/fileproto/process"
	"tahoun/scripts/internal/level"
)

// tableBytes is the greatest size of an engine's transposition table. A phone ends pages that need much memory.
const tableBytes = 32 << 20

// mostNodes is the greatest number of nodes of the levels that are offered: a slow browser searches so many in a second.
const mostNodes = 20_000

// main answers the questions of a page as its worker. The page sends {id, path, body} to ask, and {id} to give a
// question up. The worker sends {line} once, the greeting, and then {id, line} for each value of an answer, and {id} at
// its end. Bodies and lines are JSON.
func main() {
	s := &server{disk: afero.NewMemMapFs(), threads: process.Prepare(0, 1), turn: 2 * time.Second}
	questions, t, asking := s.questions(), newTab(), map[int]context.CancelFunc{}
	js.Global().Set("onmessage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		message := args[0].Get("data")
		id := message.Get("id").Int()
		if message.Get("path").IsUndefined() {
			if cancel := asking[id]; cancel != nil {
				cancel()
			}
			return nil
		}
		ctx, cancel := context.WithCancel(context.Background())
		asking[id] = cancel
		q, body := questions[message.Get("path").String()], message.Get("body").String()
		go func() {
			answerPage(ctx, q, t, id, body)
			cancel()
			delete(asking, id)
		}()
		return nil
	}))
	hello := s.greet("")
	hello.Levels = slices.DeleteFunc(slices.Clone(hello.Levels), func(l level.Level) bool { return l.Nodes > mostNodes })
	line, err := json.Marshal(hello)
	if err != nil {
		panic(err)
	}
	post(map[string]any{"line": string(line)})
	t.engineFor(board.Freestyle) // its tables take up to 0.3 s: now nobody waits for them
	select {}
}

// answerPage answers a question of the page.
func answerPage(ctx context.Context, q question, t *tab, id int, body string) {
	send := func(v any) error {
		line, err := json.Marshal(v)
		if err == nil {
			post(map[string]any{"id": id, "line": string(line)})
		}
		return err
	}
	read := func(ask any) error { return json.Unmarshal([]byte(body), ask) }
	if err := q.answer(ctx, t, read, send); err != nil {
		_ = send(failure{oneLine(err)})
	}
	post(map[string]any{"id": id})
}

func post(message map[string]any) { js.Global().Call("postMessage", message) }
