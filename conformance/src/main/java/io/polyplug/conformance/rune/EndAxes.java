package io.polyplug.conformance.rune;

import io.polyplug.conformance.Stage;
import io.polyplug.conformance.Verdict;
import io.polyplug.conformance.Violation;
import io.polyplug.process.ExitStatus;
import io.polyplug.rune.RuneTimes;
import io.polyplug.rune.protocol.ExecuteResponse;
import io.polyplug.wire.Json;
import java.time.Duration;
import java.util.Optional;

/** How a plugin leaves (section 6). */
final class EndAxes {
  private EndAxes() {}

  static Verdict earlyClose(Stage stage) {
    Exchange exchange = Exchange.begin(stage);
    exchange.shakeHands();
    exchange.talk().closeInput();
    Optional<ExitStatus> exit = exchange.talk().awaitExit(Stage.STEP);
    if (exit.isEmpty()) {
      throw new Violation(
          "it still runs %d ms after its input was closed".formatted(Stage.STEP.toMillis()));
    }
    return Verdict.passed(
        exit.get().isSuccess() ? "" : "without a request it " + exit.get().sentence());
  }

  static Verdict shutdown(Stage stage) {
    Duration limit = RuneTimes.DEFAULT.teardown();
    // A busy machine is not the plugin's fault: once in time will do.
    for (int i = 0; i < HandshakeAxes.TRIES; i++) {
      for (Json input : Inputs.GOOD) {
        Exchange exchange = Exchange.begin(stage);
        String tool = exchange.shakeHands().exposedTools().getFirst();
        ExecuteResponse response = exchange.execute(tool, input);
        exchange.talk().closeInput();
        if (response.error().isEmpty()) {
          Optional<ExitStatus> exit = exchange.talk().awaitExit(limit);
          if (exit.isPresent()) {
            return left(exit.get());
          }
        } else if (i > 0 && input.equals(Inputs.LIKELY)) {
          return afterError(exchange);
        }
        exchange.talk().close();
      }
    }
    throw new Violation(
        "in %d runs it never left within %d ms of its response, with its input closed"
            .formatted(HandshakeAxes.TRIES, limit.toMillis()));
  }

  private static Verdict left(ExitStatus exit) {
    if (!exit.isSuccess()) {
      throw new Violation("after a response with status \"ok\" it " + exit.sentence());
    }
    return Verdict.passed();
  }

  /** After an error the status says nothing (7.2), but it has to go all the same. */
  private static Verdict afterError(Exchange exchange) {
    ExitStatus exit =
        exchange
            .talk()
            .awaitExit(Stage.STEP)
            .orElseThrow(
                () ->
                    new Violation(
                        "it still runs %d ms after its response, with its input closed"
                            .formatted(Stage.STEP.toMillis())));
    return Verdict.passed(
        "no input of the test was answered with ok; after an error it " + exit.sentence());
  }
}
