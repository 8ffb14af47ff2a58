#!/usr/bin/env bash
# Embryo for Linux 1.0.4, 1.1.1 and 1.2.0 (repository Embryo_engine, commit 7ccf023, 2023-10-01), seen on 2026-11-29 on
# Debian 12, amd64.
#
# One would guess: an engine that is told INFO max_memory 67108864 (64 MiB) before its first move stays below that, in
# its newest version as in the older one.
# It does not: 1.1.1 and 1.2.0 make and fill a table of 256 MiB when they start, before they read a line. At
# INFO max_memory they give it back and take a small one. So the use that a look after the move shows is far below the
# limit, and the peak is four times the limit. 1.0.4 makes no table before it knows the limit.
# Seen: highest use (VmHWM), and use after the move (VmRSS), with a limit of 64 MiB: 1.0.4: 45 and 45 MiB, 1.1.1 and
# 1.2.0: 262 and 45 MiB. The first OK came 2 to 4 s after the start on a busy machine, with 1.0.4 0.1 s.
# Hurt: who judges engines by their peak (wait4's ru_maxrss, a container's limit, Piskvork's peak of the working set),
# and who starts many games at once and counted with the limit. Two managers disagree whether it kept to the rules.
# Needs Linux's /proc.
set -euo pipefail
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
git clone -q -n "${EMBRYO:-https://github.com/Hexik/Embryo_engine}" "$temp/source"
cd "$temp" # the engine makes a folder "log" where it is started

# answer reads what the brain says up to a line that matches $1.
answer() {
	local line
	while read -r -t 60 -u "${BRAIN[0]}" line; do
		[[ ! ${line%$'\r'} =~ $1 ]] || return 0
	done
	return 1
}

# used prints the highest and the present use of memory of process $1, in MiB.
used() {
	awk '/^VmHWM/ { peak = $2 } /^VmRSS/ { now = $2 } END { print int(peak / 1024), int(now / 1024) }' "/proc/$1/status"
}

for file in Gomoku/Linux/pbrain-embryo-1.0.4-33da365a-s Gomoku/Linux/pbrain-embryo-1.1.1-04d52e8e-s \
	Caro6/Linux/pbrain-embryo-1.2.0-6f650fab-c6; do
	brain=$temp/${file##*/}
	git -C "$temp/source" show "7ccf023:$file.bz2" | bunzip2 >"$brain"
	chmod +x "$brain"
	coproc BRAIN { exec "$brain" 2>&1; }
	pid=$BRAIN_PID in=${BRAIN[1]}
	printf 'START 15\n' >&"$in"
	answer '^OK$'
	printf 'INFO %s\n' 'max_memory 67108864' 'timeout_turn 1000' 'time_left 2147483647' >&"$in"
	printf 'BEGIN\n' >&"$in"
	answer '^[0-9]+,[0-9]+$'
	read -r peak now < <(used "$pid")
	echo "${file##*/}: told 64 MiB, peak $peak, after the move $now"
	kill "$pid"
	wait "$pid" 2>/dev/null || true
	((now <= 64))
	case $file in
	*-1.0.4-*) ((peak <= 64)) ;;
	*) ((peak > 200)) ;;
	esac
	rm "$brain"
done
