package game_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/scripts/internal/game"
)

// TestParseEval has lines that programs wrote, each with its program.
func TestParseEval(t *testing.T) {
	for _, tt := range []struct {
		said string
		want game.Eval
	}{
		// Tahoun, MSG.DAT and MESSAGE
		{
			"Tahoun 0.2.0: 9,8 score 302 depth 13-21 nodes 129946 time 131 ms speed 991 k/s line 9,8 8,7",
			game.Eval{Score: 302, Depth: 13, Nodes: 129946},
		},
		{"8,7 score -308 depth 13-27 nodes 288768 line 8,7 9,8 8,8", game.Eval{Score: -308, Depth: 13, Nodes: 288768}},
		{
			"Tahoun 0.2.0: 10,10 score win in 23 depth 7-26 nodes 10817 line 10,10 10,7",
			game.Eval{Mate: 23, Depth: 7, Nodes: 10817},
		},
		{"3,4 score loss in 12 depth 7-26 nodes 10817 line 3,4 5,6 ..", game.Eval{Mate: -12, Depth: 7, Nodes: 10817}},
		{"Tahoun 0.2.0: 4,6 wins by fours in 7, line 4,6 4,8", game.Eval{Mate: 7}},
		{"4,6 wins by threats in 11, line 4,6 4,8", game.Eval{Mate: 11}},
		{"Tahoun 0.2.0: 9,12 five", game.Eval{Mate: 1}},
		{"9,12 lost, a five cannot be stopped", game.Eval{Mate: -2}},
		{"7,7 score -12", game.Eval{Score: -12}},
		// Rapfi: normal, several best moves, the style that follows UCI, its tree search
		{"Depth 17-32 | Eval 249 | Time 140ms | J7 H7 J9", game.Eval{Score: 249, Depth: 17}},
		{
			"Speed 1002K | Depth 17-32 | Eval 249 | Node 140K | Time 140ms",
			game.Eval{Score: 249, Depth: 17, Nodes: 140000},
		},
		{
			"Speed 1002K | Depth 9-9 | Eval +M13 | Node 2M | Time 140ms\nBestline J7 H7",
			game.Eval{Mate: 13, Depth: 9, Nodes: 2000000},
		},
		{"Speed 0K | Depth 3-9 | Eval -M4 | Node 140 | Time 1ms", game.Eval{Mate: -4, Depth: 3, Nodes: 140}},
		{"Depth 3-9 | Eval -M* | Time 1ms | J7", game.Eval{Mate: -999, Depth: 3}},
		{"(1) 31 | 12-20 | H8 H9\n(2) -700 | 12-19 | H9 H8", game.Eval{Score: 31}},
		{"depth 10-15 ev -22 n 5M n/ms 1200 tm 2345 pv H8 H9", game.Eval{Score: -22, Depth: 10, Nodes: 5000000}},
		{
			"depth 9-9 multipv 1 ev 7 n 1K n/ms 12 tm 9 pv H8\ndepth 9-9 multipv 2 ev -9 n 1K pv H8",
			game.Eval{Score: 7, Depth: 9, Nodes: 1000},
		},
		{
			"(1) -31 (W 43.20, D 1.00, S 0.20) | V 12K | SD 20 | H8\nSpeed 9K | Visit 12K | Time 10ms",
			game.Eval{Score: -31},
		},
		// Carbon
		{
			"DEBUG eval 148, depth 5, nodes 5\neval -29988, depth 9, nodes 7, speed 978",
			game.Eval{Score: -29988, Depth: 9, Nodes: 7},
		},
		{"DEBUG eval 0, depth 2, nodes 1, speed 0", game.Eval{Depth: 2, Nodes: 1}},
		// AlphaGomoku: 64 to 36 is 100 Elo; KataGomo
		{"depth 1-7 ev 64.0 winrate 62.0 drawrate 4.0 n 100", game.Eval{Score: 100, Depth: 1, Nodes: 100}},
		{"depth 1-7 ev L 4 winrate 0.0 drawrate 0.0 n 100", game.Eval{Mate: -4, Depth: 1, Nodes: 100}},
		{"depth 1-7 ev W11 winrate 100.0 drawrate 0.0 n 1", game.Eval{Mate: 11, Depth: 1, Nodes: 1}},
		{"Visits 1234 Winrate 36.00% Drawrate 0.00% PV J7 H7", game.Eval{Score: -100, Nodes: 1234}},
		{"Visits 1 Winrate 100.00% Drawrate 0.00%", game.Eval{Score: 1600, Nodes: 1}},
		// Words that managers and protocols have for it
		{"Evaluation: -35", game.Eval{Score: -35}},
		{"depth=12 score cp 35", game.Eval{Score: 35, Depth: 12}},
		{"score mate -3", game.Eval{Mate: -3}},
		{"eval = +0.35", game.Eval{Score: 35}},
		{"evaluation: 99999999999999", game.Eval{Score: 1e9}},
		// The last line that has one counts
		{"eval 1\neval 2\nREALTIME BEST 7,7\nthank you", game.Eval{Score: 2}},
		{"eval 1\n[Pondering] Depth 5-5 | Eval 700 | H8", game.Eval{Score: 1}},
		{"[cut] h 4-9 | Eval 7 | Time 1ms | H8\nI resign", game.Eval{Score: 7}},
	} {
		got, ok := game.ParseEval(tt.said)
		assert.Equal(t, tt.want, got, "%q", tt.said)
		assert.True(t, ok, "%q", tt.said)
	}
}

// TestParseEvalOfNothing: these lines have numbers but no evaluation.
func TestParseEvalOfNothing(t *testing.T) {
	for _, said := range []string{
		"", "\n\n", "7,7 opening", "Tahoun 0.2.0: 4,9 stops a five", "DEBUG depth 18, nodes 308851", /* Pela */
		"OptiTime 127ms | MaxTime 170ms", "REALTIME BEST 7,7", "REALTIME REFRESH", "score", "eval h8", "score 7,7",
		"retrieval 5", "underscore 7", "scores 7", "eval 12ms", "Depth 3-3 | Eval VAL_NONE | Time 0ms",
		"(2) 31 | 12-20 | H8",
		"Load config from config.toml", "my win rate is fine", "eval -", "eval +M", "Drawrate 5.0%", "eval #-5",
	} {
		got, ok := game.ParseEval(said)
		assert.False(t, ok, "%q: %v", said, got)
		assert.Zero(t, got, "%q", said)
	}
}

// FuzzParseEval: an evaluation is a score or a forced end, and talk after it does not change it.
func FuzzParseEval(f *testing.F) {
	f.Add("Speed 1K | Depth 9-9 | Eval +M13 | Node 2M")
	f.Add("eval , depth .")
	f.Add("eval -29988, depth 9, nodes 7\n(2) 5")
	f.Add("ev 64.0 winrate 62.0 n 1e9\nscore mate 0")
	f.Add("score win in 99999999999999999999 depth 99999999999999999999 nodes 9999999999999999999999g")
	f.Fuzz(func(t *testing.T, said string) {
		e, ok := game.ParseEval(said)
		if !ok {
			require.Zero(t, e)
		}
		require.True(t, e.Score == 0 || e.Mate == 0)
		for _, n := range []int{e.Score, e.Mate, e.Depth} {
			require.LessOrEqual(t, max(n, -n), int(1e9))
		}
		require.GreaterOrEqual(t, e.Nodes, int64(0))
		after, still := game.ParseEval(said + "\nREALTIME BEST 7,7\nOptiTime 127ms")
		require.Equal(t, ok, still)
		require.Equal(t, e, after)
		if ok {
			line := strings.TrimSuffix(said[strings.LastIndexByte(strings.TrimRight(said, "\n"), '\n')+1:], "\n")
			if last, has := game.ParseEval(line); has {
				require.Equal(t, last, e, "the last line counts")
			}
		}
	})
}
