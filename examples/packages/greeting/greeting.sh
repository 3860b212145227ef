#!/bin/sh
# A rune plugin in POSIX shell that is installed as a package: says hello.
set -eu
read -r handshake
echo '{"type":"handshake","manifest":{"plugin_id":"example.greeting","plugin_version":"1.0.0","protocol_version":"rterm.plugin.v1","exposed_tools":["greet"]}}'
read -r request
id=${request#*'"request_id":"'}
id=${id%%'"'*}
echo '{"type":"response","request_id":"'"$id"'","status":"ok","output":{"greeting":"hello from a package"}}'
