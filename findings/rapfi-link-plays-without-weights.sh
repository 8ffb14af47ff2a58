#!/usr/bin/env bash
# Rapfi 0.43.02 (commit 3aedf3a, 2026-05-31), weights of rapfi-networks, commit 918b757 (2025-06-11), seen on 2026-11-29
# on Debian 12, amd64. RAPFI names the engine's executable, which the script copies; it installs the weights itself:
# RAPFI=/path/to/pbrain-rapfi findings/rapfi-link-plays-without-weights.sh
#
# One would guess: an engine that finds config.toml and its weights beside its executable finds them however it is
# started.
# It does not, except on Windows: it looks beside the path in argv[0]. It does not follow a symbolic link, and takes a
# name without a slash, which the shell found through PATH, for a file of the working folder. Then it plays with a small
# table that is compiled in. It answers OK and says nothing of it; only the line "Load config from" is missing.
# (What Windows does is read in the source.)
# Seen: one position, depth 6. By its path: 8,6, eval 213. By a link, and by name through PATH: 8,9, eval -15. Thirty
# games at 100 ms a move between the same executable with weights and with the table: 22 : 8.
# Hurt: who collects engines in one folder by links for a match runner, or puts them into PATH. Their tables of strength
# then show a weaker engine than the published one.
set -euo pipefail
engine=${RAPFI:?names no executable of Rapfi 0.43.02}
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
git clone -q -n "${RAPFI_NETWORKS:-https://github.com/dhbloo/rapfi-networks}" "$temp/source"
mkdir "$temp/engine" "$temp/links" "$temp/work"
git -C "$temp/source" show 918b757:classical/model210901.bin >"$temp/engine/model210901.bin"
printf '[model]\nbinary_file = "model210901.bin"\n' >"$temp/engine/config.toml"
cp "$engine" "$temp/engine/pbrain-rapfi"
ln -s ../engine/pbrain-rapfi "$temp/links/pbrain-rapfi"
cd "$temp/work"

# play prints what the engine, started as $1, says of itself and of one position: version, loading, errors, eval, move.
play() {
	coproc BRAIN { exec "$1" 2>&1; }
	local pid=$BRAIN_PID in=${BRAIN[1]} line said=
	printf '%s\n' 'START 15' 'INFO max_depth 6' 'INFO timeout_turn 60000' ABOUT >&"$in"
	printf '%s\n' BOARD 7,7,1 8,8,2 7,8,1 7,6,2 6,7,1 8,7,2 DONE >&"$in"
	while read -r -t 90 -u "${BRAIN[0]}" line; do
		said+=$line$'\n'
		[[ ! $line =~ ^[0-9]+,[0-9]+$ ]] || break
	done
	kill "$pid"
	wait "$pid" 2>/dev/null || true
	grep -oE '^name="Rapfi", version="0\.43\.02|Load config|.*ERROR.*|Speed.*|^[0-9]+,[0-9]+$' <<<"$said" |
		sed 's/Speed.*\(Eval [^ ]*\).*/\1/' | paste -sd ' '
}
by_path=$(play "$temp/engine/pbrain-rapfi")
by_link=$(play "$temp/links/pbrain-rapfi")
by_name=$(PATH=$temp/engine:$PATH play pbrain-rapfi)
printf 'by its path: %s\nby a link:   %s\nby its name: %s\n' "$by_path" "$by_link" "$by_name"
loaded='^Load config name="Rapfi", version="0.43.02 Eval (.+)$'
[[ $by_path =~ $loaded ]]
with=${BASH_REMATCH[1]}
builtin='^name="Rapfi", version="0.43.02 Eval (.+)$'
[[ $by_link =~ $builtin && ${BASH_REMATCH[1]} != "$with" && $by_name == "$by_link" ]]
