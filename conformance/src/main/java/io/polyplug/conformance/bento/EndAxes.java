package io.polyplug.conformance.bento;

import io.polyplug.bento.protocol.BentoProtocol;
import io.polyplug.conformance.Stage;
import io.polyplug.conformance.Verdict;
import io.polyplug.conformance.Violation;
import io.polyplug.conformance.rpc.RpcTalk;
import io.polyplug.process.ExitStatus;
import io.polyplug.wire.Json;
import java.time.Duration;
import java.util.Optional;

/** How an adapter leaves (2.4, 2.7, 2.11). */
final class EndAxes {
  /** From the request to the exit. */
  static final Duration LIMIT = Duration.ofSeconds(2);

  /** Of so many runs one has to be in time: a busy machine is not the adapter's fault. */
  private static final int TRIES = 3;

  private EndAxes() {}

  static Verdict shutdown(Stage stage) {
    for (int i = 0; i < TRIES; i++) {
      RpcTalk rpc = AdapterTalk.begin(stage).rpc();
      Json result = rpc.call(BentoProtocol.SHUTDOWN, null).orFail();
      Optional<ExitStatus> exit = rpc.talk().awaitExit(LIMIT);
      if (exit.isPresent()) {
        if (result.kind() != Json.Kind.NULL) {
          throw new Violation("it answered shutdown with " + result + ", expected null");
        }
        return new Verdict.Passed(exit.get().isSuccess() ? "" : "it " + exit.get().sentence());
      }
      rpc.talk().close();
    }
    throw new Violation(
        "it answered shutdown, but in %d runs it never left within %d ms"
            .formatted(TRIES, LIMIT.toMillis()));
  }

  static Verdict inputEnd(Stage stage) {
    ExitStatus exit =
        AdapterTalk.begin(stage)
            .rpc()
            .leave(Stage.STEP)
            .orElseThrow(
                () ->
                    new Violation(
                        "it still runs %d ms after the end of its input"
                            .formatted(Stage.STEP.toMillis())));
    if (!exit.isSuccess()) {
      throw new Violation("at the end of its input it " + exit.sentence() + ", expected code 0");
    }
    return Verdict.passed();
  }
}
