#!/usr/bin/env bash
# Rapfi 0.43.02 (commit 3aedf3a, 2026-05-31), weights of rapfi-networks, commit 918b757 (2025-06-11), seen on 2026-11-29
# on Debian 12, amd64. RAPFI names the engine's executable, which the script copies; it installs the weights itself:
# RAPFI=/path/to/pbrain-rapfi findings/rapfi-config-of-another-program.sh
#
# One would guess: the engine reads the config.toml beside its executable, and a file that is not for it is an error.
# It does not: a config.toml in the working folder comes first, whoever it belongs to. Any valid TOML is taken; what it
# lacks stays empty, the evaluation too, although a table is compiled in for the case that there is no file. The engine
# answers OK, plays, and says no ERROR. Every position is then worth 0.
# Seen: one position, depth 6, the engine started by its full path. From an empty folder: 8,6, eval 213. From a folder
# with the config.toml of a web site (title, baseURL): "Load config from config.toml", eval 0, and the move 3,3, away
# from all stones.
# Hurt: who starts it in a project's folder (sites, tools and services call their settings config.toml), and who
# compares two versions from a folder that holds the settings of one: both play with these.
set -euo pipefail
engine=${RAPFI:?names no executable of Rapfi 0.43.02}
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
git clone -q -n "${RAPFI_NETWORKS:-https://github.com/dhbloo/rapfi-networks}" "$temp/source"
mkdir "$temp/engine" "$temp/empty" "$temp/site"
git -C "$temp/source" show 918b757:classical/model210901.bin >"$temp/engine/model210901.bin"
printf '[model]\nbinary_file = "model210901.bin"\n' >"$temp/engine/config.toml"
printf 'title = "Notes"\nbaseURL = "https://example.org/"\n' >"$temp/site/config.toml"
cp "$engine" "$temp/engine/pbrain-rapfi"

# play prints what the engine, started in folder $1, says of itself and of one position: version, loading, errors, eval,
# move.
play() {
	cd "$1"
	coproc BRAIN { exec "$temp/engine/pbrain-rapfi" 2>&1; }
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
empty=$(play "$temp/empty")
site=$(play "$temp/site")
printf 'in an empty folder:    %s\nin the site'"'"'s folder: %s\n' "$empty" "$site"
[[ $empty =~ ^'Load config name="Rapfi", version="0.43.02 Eval '(-?[1-9].*)$ ]]
[[ $site =~ ^'Load config name="Rapfi", version="0.43.02 Eval 0 '[0-9]+,[0-9]+$ ]]
