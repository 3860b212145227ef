#!/bin/sh
# A rune plugin in POSIX shell: tells the time.
set -eu

member() { # the text of the member $2 of the JSON line $1, if it is simple
  rest=${1#*\""$2"\":\"}
  printf '%s' "${rest%%\"*}"
}

read -r handshake
printf '{"type":"handshake","manifest":{"plugin_id":"example.clock","plugin_version":"1.0.0",'
printf '"protocol_version":"%s",' "$(member "$handshake" protocol_version)"
printf '"exposed_tools":["clock.now"],"capabilities":["tool.execute"]}}\n'

read -r request
now=$(date -u +%Y-%m-%dT%H:%M:%SZ)
printf '{"type":"response","request_id":"%s",' "$(member "$request" request_id)"
printf '"status":"ok","output":{"utc":"%s"}}\n' "$now"
