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

# One conversation, as a host has it. Without the cache the plugin runs all the same, but starts more slowly.
printf '%s\n' '{"type":"handshake","protocol_version":"rterm.plugin.v1"}' \
  '{"type":"request","request_id":"1","tool_name":"greet","context":{},"input":{"name":"Ada"}}' |
  "$jdk/bin/java" -XX:AOTCacheOutput=build/{{name}}.aot -Xlog:disable -XX:+UseSerialGC -XX:TieredStopAtLevel=1 \
    -XX:-UsePerfData -cp build/{{name}}.jar:polyplug-sdk-all.jar {{class}} >/dev/null 2>&1 ||
  echo "build.sh: there is no start-up cache, so the plugin starts more slowly" >&2
