package io.polyplug.bab.bridge;

import io.polyplug.wire.Dialect;
import io.polyplug.wire.Json;
import io.polyplug.wire.MarkedLines;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** What the two ends of the bridge say to each other. Its other half is bridge.mjs. */
final class BridgeProtocol {
  static final String LOAD = "load";
  static final String CALL = "call";
  static final String RUN = "run";
  static final String PING = "ping";

  /** From the runtime: one event of a run. */
  static final String EVENT = "event";

  /** From the runtime: asks for the JavaScript of a file. */
  static final String TRANSPILE = "transpile";

  /** Codes of errors. */
  static final int THREW = 1;

  static final int THREW_VALUE = 2;
  static final int NOT_LOADED = 3;

  /** A result, as bridge.mjs knows it. */
  private static final int MAX_INBOUND = 16 << 20;

  /** Captured output of a program, twice, in the worst of escapes, and a long prompt. */
  private static final int MAX_OUTBOUND = 64 << 20;

  private BridgeProtocol() {}

  static MarkedLines framing(String token, Consumer<String> stray) {
    return new MarkedLines(token, MAX_INBOUND, MAX_OUTBOUND, stray);
  }

  static Dialect dialect() {
    return Dialect.standard();
  }

  static Json load(Path adapter, boolean transpiled) {
    return Json.object(
        out -> {
          out.writeStringProperty("adapter", adapter.toUri().toString());
          out.writeBooleanProperty("transpiled", transpiled);
        });
  }

  static Json call(String function, List<Json> arguments) {
    return Json.object(
        out -> {
          out.writeStringProperty("function", function);
          out.writeArrayPropertyStart("arguments");
          arguments.forEach(argument -> argument.writeTo(out));
          out.writeEndArray();
        });
  }

  static Json run(long run, Json input) {
    return Json.object(
        out -> {
          out.writeNumberProperty("run", run);
          out.writeName("input");
          input.writeTo(out);
        });
  }
}
