#!/bin/sh
# Speaks to the plugin as a host does.
set -eu
cd "$(dirname "$0")"

expect() { # input, what the answer has in it
  answer=$(printf '%s\n' '{"type":"handshake","protocol_version":"rterm.plugin.v1"}' \
    "{\"type\":\"request\",\"request_id\":\"1\",\"tool_name\":\"greet\",\"context\":{},\"input\":$1}" | ./plugin.sh)
  case $answer in
    *"$2"*) ;;
    *)
      printf 'expected %s in the answer to %s but saw %s\n' "$2" "$1" "$answer" >&2
      exit 1
      ;;
  esac
}

expect '{"name":"Ada"}' '"output":{"greeting":"Hello, Ada!"}'
expect '{}' '"code":"invalid_input"'
echo "all tests passed"
