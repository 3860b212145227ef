package io.polyplug.monorepo.diagnostics;

import io.polyplug.bento.Diagnostic;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;

/** What real tools wrote, and diagnostics in a form that reads well in a test. */
final class Recordings {
  private Recordings() {}

  /** The output of a tool; the workspace is {@code /ws} in all of them. */
  static String read(String name) {
    try (InputStream in = Recordings.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<String> parse(String parser, String stdout) {
    return Parsers.byId(parser).orElseThrow().parse(stdout).stream().map(Recordings::line).toList();
  }

  /** As {@code file:line:col-endLine:endCol severity [rule] source: message}. */
  static String line(Diagnostic d) {
    return d.file()
        + ":"
        + d.line()
        + part(":", d.column())
        + part("-", d.endLine())
        + part(":", d.endColumn())
        + " "
        + d.severity().name().toLowerCase(java.util.Locale.ROOT)
        + d.rule().map(rule -> " [" + rule + "] ").orElse(" ")
        + d.source()
        + ": "
        + d.message();
  }

  private static String part(String sign, OptionalInt number) {
    return number.isPresent() ? sign + number.getAsInt() : "";
  }
}
