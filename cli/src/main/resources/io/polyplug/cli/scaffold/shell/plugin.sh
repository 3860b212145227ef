#!/bin/sh
# {{title}}: a rune plugin in POSIX shell. One process for each call: a handshake, a request, and it ends.
set -eu

after() { # what stands behind $2 in $1; nothing if $2 is not there
  case $1 in *"$2"*) printf '%s' "${1#*"$2"}" ;; esac
}

text() { # the text of the member $2 in the JSON $1
  rest=$(after "$1" "\"$2\":\"")
  printf '%s' "${rest%%\"*}"
}

answer() { # status, then the members that go with it
  printf '{"type":"response","request_id":"%s","status":"%s",%s}\n' "$id" "$1" "$2"
}

fail() { answer error "\"error\":{\"code\":\"$1\",\"message\":\"$2\"}"; }

read -r handshake || exit 0
printf '{"type":"handshake","manifest":{"plugin_id":"{{name}}","plugin_version":"0.1.0",'
printf '"protocol_version":"%s",' "$(text "$handshake" protocol_version)"
printf '"exposed_tools":["greet"],"capabilities":["tool.execute"]}}\n'

read -r request || exit 0
id=$(text "$request" request_id)
case $(text "$request" tool_name) in
  greet)
    name=$(text "$(after "$request" '"input":')" name)
    case $name in
      '') fail invalid_input 'name: expected whom to greet' ;;
      *\\*) fail invalid_input 'name: this shell reads no JSON escapes' ;;
      *) answer ok "\"output\":{\"greeting\":\"Hello, $name!\"}" ;;
    esac
    ;;
  *) fail not_found 'there is no such tool' ;;
esac
