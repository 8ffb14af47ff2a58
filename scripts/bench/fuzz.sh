#!/usr/bin/env bash
# Runs every fuzz target of the module, one after another, and prints a line for each. It is for once a month, not for CI:
#
#   scripts/bench/fuzz.sh [TIME [FLAGS]]     TIME for each target (default 1m), FLAGS for go test, such as -parallel=1
#
# An input that makes a target fail stays in testdata/fuzz beside its test, and go test runs it from then on. The exit code is
# 1 if a target failed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

time=${1:-1m}
log=$(mktemp)
trap 'rm -f "$log"' EXIT

failed=0
while read -r package target; do
	printf '%s %s: ' "$package" "$target"
	if go test "$package" -run - -fuzz "^$target\$" -fuzztime "$time" "${@:2}" </dev/null >"$log" 2>&1; then
		printf '%s\n' "$(sed -n 's/^fuzz: elapsed: //p' "$log" | tail -n 1)"
	else
		failed=1
		printf 'FAILED\n'
		sed 's/^/     /' "$log"
	fi
done < <(grep -rE '^func Fuzz[A-Za-z0-9_]*\(f \*testing\.F' --include='*_test.go' . | sed -E 's|^(.*)/[^/]*:func (Fuzz[A-Za-z0-9_]*).*|\1 \2|' | sort)
exit "$failed"
