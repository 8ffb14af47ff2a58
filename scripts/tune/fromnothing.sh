#!/usr/bin/env bash
# Makes a small set of weights for five or more from nothing: random weights play games, a first fit learns from them,
# plays better games, and a second fit learns from those. It shows that the way from no weights to weights is whole. It is
# not for CI:
#
#   scripts/tune/fromnothing.sh [FOLDER]     default fitted/nothing, which must not exist
#
# GOMAXPROCS limits the cores. The hashes that it prints are the same on any number of them, see README.md.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

dir=${1:-fitted/nothing}
mkdir -p "$(dirname "$dir")"
mkdir "$dir"
go build -o "$dir/tune" ./scripts/tune
tune() { "$dir/tune" "$@"; }

tune train -rule 0 -init -seed 1 -out "$dir/0"
positions=(0 12000 20000) nodes=(0 300 500)
for round in 1 2; do
	start=$(echo "$dir/$((round - 1))"/freestyle-*.bin)
	games=$dir/$round.games
	tune selfplay -rule 0 -weights "$start" -nodes "${nodes[round]}" -leaves 2 -positions "${positions[round]}" \
		-seed "$round" -out "$games"
	tune train -rule 0 -weights "$start" -data "$games" -epochs 3 -batch 128 -out "$dir/$round"
done

made=$(echo "$dir"/2/freestyle-*.bin)
for round in 0 1; do
	echo "round 2 against round $round:"
	tune match -weights-a "$made" -weights-b "$(echo "$dir/$round"/freestyle-*.bin)" -pairs 50 -nodes 500
done
tune weights "$made"
