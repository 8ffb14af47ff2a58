#!/usr/bin/env bash
# Embryo for Linux 1.0.4, 1.1.1 and 1.2.0 (repository Embryo_engine, commit 7ccf023, 2023-10-01), seen on 2026-11-29 on
# Debian 12, amd64.
#
# One would guess: INFO timeout_turn 500 holds for each move, whatever else was or was not said. A clock of the whole
# game that is unknown or overdrawn makes an engine hurry, if anything.
# It does not: without INFO time_left, or with a time_left of 0 or less, the engine ignores timeout_turn and thinks on
# until it is told YXSTOP. timeout_match does not help. The STOP of other engines does not end it either.
# Seen: three stones, timeout_turn 500. With time_left 2147483647 the move comes after 0.5 s. Without time_left, and
# with time_left -100, no move came within 8 s. After YXSTOP it came within 0.02 s. Rapfi 0.43.02 moves after 0.5 s
# without time_left too.
# Hurt: authors of servers and small managers that know a limit for each move alone. Also a game whose clock a manager
# lets run over a little: the engine that is 0.1 s late once does not move again.
set -euo pipefail
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
git clone -q -n "${EMBRYO:-https://github.com/Hexik/Embryo_engine}" "$temp/source"
cd "$temp" # the engine makes a folder "log" where it is started

# answer waits $2 seconds for a line of the brain that matches $1, and prints it.
answer() {
	local end=$((SECONDS + $2)) line
	while read -r -t $((end > SECONDS ? end - SECONDS : 1)) -u "${BRAIN[0]}" line; do
		line=${line%$'\r'}
		if [[ $line =~ $1 ]]; then
			echo "$line"
			return
		fi
		((SECONDS < end)) || break
	done
}

# play prints "limit" if the executable $1 moves within 8 s of a limit of 0.5 s, "stop" if it moves after YXSTOP only.
# The other arguments are what INFO says besides the limit.
play() {
	coproc BRAIN { exec "$1" 2>&1; }
	local pid=$BRAIN_PID in=${BRAIN[1]} info
	printf 'START 15\n' >&"$in"
	[[ $(answer '^OK$' 60) ]]
	for info in 'timeout_turn 500' "${@:2}"; do
		printf 'INFO %s\n' "$info" >&"$in"
	done
	printf '%s\n' BOARD 7,7,2 8,8,1 6,4,2 DONE >&"$in"
	if [[ $(answer '^[0-9]+,[0-9]+$' 8) ]]; then
		echo limit
	else
		printf 'YXSTOP\n' >&"$in"
		[[ ! $(answer '^[0-9]+,[0-9]+$' 60) ]] || echo stop
	fi
	kill "$pid"
	wait "$pid" 2>/dev/null || true
}

for file in Gomoku/Linux/pbrain-embryo-1.0.4-33da365a-s Gomoku/Linux/pbrain-embryo-1.1.1-04d52e8e-s \
	Caro6/Linux/pbrain-embryo-1.2.0-6f650fab-c6; do
	brain=$temp/${file##*/}
	git -C "$temp/source" show "7ccf023:$file.bz2" | bunzip2 >"$brain"
	chmod +x "$brain"
	with=$(play "$brain" 'time_left 2147483647')
	without=$(play "$brain")
	match=$(play "$brain" 'timeout_match 100000')
	overdrawn=$(play "$brain" 'timeout_match 100000' 'time_left -100')
	echo "${file##*/}: with time_left: $with, without: $without, timeout_match alone: $match, overdrawn: $overdrawn"
	[[ "$with $without $match $overdrawn" == "limit stop stop stop" ]]
	rm "$brain"
done
