#!/usr/bin/env bash
# c-gomoku-cli, commit 0891174 (2025-01-19), seen on 2026-11-27 on Debian 12, amd64.
#
# One would guess: a move that takes longer than limit and tolerance loses on time, whatever else the brain writes.
# It does not: the time is looked at only before the next line of the brain is read. A brain that writes nothing until
# its move is never late, up to the time at which the manager ends it as hung. The same brain with a MESSAGE now and
# then loses on time.
# Seen: limit 0.1 s, tolerance 1 s, each move after 2 s. Silent: the game goes on to its end by number of moves, without
# a loss on time. With a MESSAGE each half second: a loss on time at the first move.
# Hurt: authors who compare a talkative with a silent engine. Only one of them plays under the limit.
set -euo pipefail
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
git clone -q "${CGOMOKUCLI:-https://github.com/dhbloo/c-gomoku-cli}" "$temp/source"
git -C "$temp/source" checkout -q 0891174
make -s -C "$temp/source/src" >"$temp/build.log" 2>&1

cat >"$temp/brain.sh" <<'BRAIN'
#!/bin/sh
while read -r line; do
	case $line in
	START*) echo OK ;;
	ABOUT) echo 'name="brain", version="1"' ;;
	BEGIN | TURN* | DONE)
		for _ in 1 2 3 4; do
			sleep 0.5
			[ "$2" = silent ] || echo "MESSAGE thinking"
		done
		echo "$((n = n + 1)),$1"
		;;
	END) exit ;;
	esac
done
BRAIN
chmod +x "$temp/brain.sh"

# result prints how a game of two such brains ended: the last line of its SGF's root.
result() {
	rm -f "$temp/game.sgf"
	(cd "$temp" && source/src/c-gomoku-cli -each tc=0/0.1 tolerance=1 -engine name=a "cmd=$temp/brain.sh 0 $1" \
		-engine name=b "cmd=$temp/brain.sh 2 $1" -rule 0 -boardsize 15 -games 1 -drawafter 4 -sgf game.sgf >/dev/null 2>&1) || true
	grep -o 'TE\[[^]]*\]' "$temp/game.sgf" | head -n 1
}
silent=$(result silent)
talking=$(result talking)
echo "silent: $silent, talking: $talking"
[[ $silent != *time* && $talking == *time* ]]
