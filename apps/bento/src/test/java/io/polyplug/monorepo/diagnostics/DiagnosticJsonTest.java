package io.polyplug.monorepo.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.bento.Diagnostic;
import io.polyplug.bento.Severity;
import io.polyplug.wire.Json;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Section 7, the record. */
final class DiagnosticJsonTest {
  private static final OptionalInt NONE = OptionalInt.empty();

  @Test
  void membersAreInTheOrderOfTheDocument() {
    assertThat(
            json(
                new Diagnostic(
                    "src/a.erl",
                    12,
                    OptionalInt.of(5),
                    OptionalInt.of(12),
                    OptionalInt.of(9),
                    Severity.ERROR,
                    "function \"f/2\" undefined",
                    Optional.of("L1"),
                    "rebar3")))
        .isEqualTo(
            "[{\"file\":\"src/a.erl\",\"line\":12,\"col\":5,\"end_line\":12,\"end_col\":9,"
                + "\"severity\":\"error\",\"message\":\"function \\\"f/2\\\" undefined\","
                + "\"rule\":\"L1\",\"source\":\"rebar3\"}]");
  }

  @Test
  void whatIsNotKnownIsLeftOut() {
    assertThat(json(plain(NONE, Severity.HINT)))
        .isEqualTo(
            "[{\"file\":\"a\",\"line\":1,\"severity\":\"hint\",\"message\":\"m\",\"source\":\"s\"}]");
  }

  @Test
  void halfAnEndIsNone() {
    assertThat(json(plain(OptionalInt.of(3), Severity.INFO)))
        .doesNotContain("end_")
        .contains("\"severity\":\"info\"");
  }

  private static Diagnostic plain(OptionalInt endLine, Severity severity) {
    return new Diagnostic("a", 1, NONE, endLine, NONE, severity, "m", Optional.empty(), "s");
  }

  private static String json(Diagnostic diagnostic) {
    return Json.write(out -> DiagnosticJson.write(List.of(diagnostic), out)).toString();
  }
}
