package io.polyplug.conformance.rune;

import io.polyplug.conformance.NotConcerned;
import io.polyplug.conformance.Stage;
import io.polyplug.conformance.Verdict;
import io.polyplug.rune.protocol.ExecuteResponse;
import io.polyplug.wire.Json;
import java.util.Optional;

/** What a plugin answers (5.4, 5.5, 7.2). */
final class AnswerAxes {
  private AnswerAxes() {}

  static Verdict execute(Stage stage) {
    Exchange exchange = Exchange.begin(stage);
    String tool = exchange.shakeHands().exposedTools().getFirst();
    ExecuteResponse response = exchange.execute(tool, Json.EMPTY_OBJECT);
    return Verdict.passed(
        response.error().isPresent() ? "it answered {} with an error of its own" : "");
  }

  static Verdict unknownTool(Stage stage) {
    Exchange exchange = Exchange.begin(stage);
    exchange.shakeHands();
    exchange.talk().send(Exchange.request(Exchange.UNKNOWN_TOOL, Json.EMPTY_OBJECT));
    Optional<ExecuteResponse> response = exchange.responseOrEnd();
    return Verdict.passed(
        response
            .map(it -> it.error().isPresent() ? "" : "it answered a tool that it has not with ok")
            .orElse("it left without an answer"));
  }

  static Verdict errors(Stage stage) {
    int errors = 0;
    int left = 0;
    for (Json input : Inputs.ODD) {
      Exchange exchange = Exchange.begin(stage);
      String tool = exchange.shakeHands().exposedTools().getFirst();
      exchange.talk().send(Exchange.request(tool, input));
      // A response with status "error" and no message is malformed, and fails here.
      Optional<ExecuteResponse> response = exchange.responseOrEnd();
      left += response.isEmpty() ? 1 : 0;
      errors += response.flatMap(ExecuteResponse::error).isPresent() ? 1 : 0;
      exchange.talk().close();
    }
    if (errors == 0) {
      throw new NotConcerned(
          "it answered none of %d odd inputs with an error".formatted(Inputs.ODD.size()));
    }
    return Verdict.passed(
        left == 0
            ? ""
            : "to %d of %d odd inputs it gave no answer but left"
                .formatted(left, Inputs.ODD.size()));
  }
}
