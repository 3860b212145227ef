#!/bin/sh
# Compiles the plugin, trains its start-up cache and writes the program ./run. "./build.sh test" tests it, too.
set -eu
cd "$(dirname "$0")"

is_jdk_25() { [ -x "$1/bin/javac" ] && grep -q '^JAVA_VERSION="\(2[5-9]\|[3-9][0-9]\)' "$1/release" 2>/dev/null; }

jdk=
on_path=$(command -v javac 2>/dev/null) && on_path=$(readlink -f "$on_path") && on_path=${on_path%/bin/javac}
for candidate in "${JAVA_HOME:-}" "$on_path" /usr/lib/jvm/* /opt/*jdk* "${HOME:-}"/.sdkman/candidates/java/* \
  /Library/Java/JavaVirtualMachines/*/Contents/Home; do
  if is_jdk_25 "$candidate"; then
    jdk=$candidate
    break
  fi
done
[ -n "$jdk" ] || { echo "build.sh: a JDK 25 is needed and none was found: set JAVA_HOME to one" >&2; exit 1; }

rm -rf build
mkdir -p build/classes
"$jdk/bin/javac" --release 25 -proc:none -cp polyplug-sdk-all.jar -d build/classes src/*.java
"$jdk/bin/jar" --create --file build/{{name}}.jar -C build/classes .

if [ "${1:-}" = test ]; then
  mkdir -p build/test
  "$jdk/bin/javac" --release 25 -proc:none -cp build/classes:polyplug-sdk-all.jar -d build/test test/*.java
  "$jdk/bin/java" -cp build/test:build/classes:polyplug-sdk-all.jar {{class}}Test
fi

# Nothing of the JVM's own goes to standard output, which is the host's.
cat >run <<END
#!/bin/sh
# Written by build.sh.
case \$0 in */*) here=\${0%/*} ;; *) here=. ;; esac
exec '$jdk/bin/java' -XX:AOTCache="\$here/build/{{name}}.aot" -Xlog:disable -XX:+UseSerialGC -XX:TieredStopAtLevel=1 \\
  -XX:-UsePerfData -cp "\$here/build/{{name}}.jar:\$here/polyplug-sdk-all.jar" {{class}} "\$@"
END
chmod +x run

# What a host of each contract says in one conversation. Without the cache that they train the plugin runs all the same, but
# starts more slowly.
line() { printf '%s\n' "$1"; }
frame() { printf 'Content-Length: %s\r\n\r\n%s' "${#1}" "$1"; }
mkdir -p build/train
{
  line '{"type":"handshake","protocol_version":"rterm.plugin.v1"}'
  line '{"type":"request","request_id":"1","tool_name":"greet","context":{},"input":{"name":"Ada"}}'
} >build/train/rune
{
  line '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"build","version":"1"}}}'
  line '{"jsonrpc":"2.0","method":"notifications/initialized"}'
  line '{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{}}'
  line '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"greet","arguments":{"name":"Ada"}}}'
} >build/train/mcp
{
  line '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"hostVersion":"1.0.0","protocolVersion":1,"expectedProtocolId":"{{name}}"}}'
  line '{"jsonrpc":"2.0","id":2,"method":"discover","params":{"serverUrl":""}}'
  line '{"jsonrpc":"2.0","id":3,"method":"invoke","params":{"serverUrl":"","service":"{{name}}","method":"greet","jsonMessages":["{\"name\":\"Ada\"}"],"showInternalServices":false,"metadata":{}}}'
} >build/train/bowire
{
  frame '{"jsonrpc":"2.0","id":1,"method":"plugin/init","params":{"manifest_path":"manifest.toml","granted_capabilities":[],"abi_version":2,"config":null,"host":{"kind":"tui","pid":1}}}'
  frame '{"jsonrpc":"2.0","id":2,"method":"plugin/cli_dispatch","params":{"namespace":"{{name}}","argv":["greet","{\"name\":\"Ada\"}"]}}'
  frame '{"jsonrpc":"2.0","id":3,"method":"plugin/shutdown","params":{}}'
} >build/train/ainb
{
  frame '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocol_version":1,"bento_version":"0.2.0"}}'
  frame '{"jsonrpc":"2.0","id":2,"method":"shutdown"}'
  frame '{"jsonrpc":"2.0","method":"exit"}'
} >build/train/bento
"$jdk/bin/java" -XX:AOTCacheOutput=build/{{name}}.aot -Xlog:disable -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData \
  -cp build/{{name}}.jar:polyplug-sdk-all.jar {{class}} --train build/train/* </dev/null >/dev/null 2>&1 ||
  echo "build.sh: there is no start-up cache, so the plugin starts more slowly" >&2
