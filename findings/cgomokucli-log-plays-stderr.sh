#!/usr/bin/env bash
# c-gomoku-cli, commit 0891174 (2025-01-19), seen on 2026-11-27 on Debian 12, amd64.
#
# One would guess: -log writes a copy of what manager and brain say, and changes nothing.
# It does: with -log the brain's standard error goes into the same pipe as its standard output. A line there that looks
# like a move is played as the move, before the real one. Without -log the real move is played.
# Seen: the brain writes "14,14" to standard error and then "7,7" to standard output. The first move of the game is
# hh (7,7) in the SGF without -log, and oo (14,14) with it.
# Hurt: authors who print coordinates while they look for a fault. The fault goes away, or comes, with the log.
set -euo pipefail
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
git clone -q "${CGOMOKUCLI:-https://github.com/dhbloo/c-gomoku-cli}" "$temp/source"
git -C "$temp/source" checkout -q 0891174
make -s -C "$temp/source/src" >"$temp/build.log" 2>&1

cat >"$temp/brain.sh" <<'BRAIN'
#!/bin/sh
first=1
while read -r line; do
	case $line in
	START*) echo OK ;;
	ABOUT) echo 'name="brain", version="1"' ;;
	BEGIN | TURN* | DONE)
		if [ "$first" ]; then
			echo "14,14" >&2
			sleep 0.3
			echo "7,7"
			first=
		else
			sleep 0.1
			echo "$((n = n + 1)),${1:-0}"
		fi
		;;
	END) exit ;;
	esac
done
BRAIN
chmod +x "$temp/brain.sh"

# first prints the first move of a game, as its SGF has it.
first() {
	rm -f "$temp/game.sgf"
	(cd "$temp" && source/src/c-gomoku-cli -each tc=0/2 -engine name=a "cmd=$temp/brain.sh 0" \
		-engine name=b "cmd=$temp/brain.sh 2" -rule 0 -boardsize 15 -games 1 -drawafter 4 -sgf game.sgf "$@" >/dev/null 2>&1) || true
	grep -o ';B\[[a-o]*\]' "$temp/game.sgf" | head -n 1
}
without=$(first)
with=$(first -log)
echo "without -log: $without, with it: $with"
[[ $without != "$with" ]]
