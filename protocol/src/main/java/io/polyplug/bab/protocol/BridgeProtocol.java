package io.polyplug.bab.protocol;

import io.polyplug.wire.Dialect;
import io.polyplug.wire.Json;
import io.polyplug.wire.MarkedLines;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * What a host and the process of an adapter say to each other: JSON-RPC, a message a line. The
 * first line to the process is a token, with which each line begins that it says. Its other half is
 * bridge.mjs in the contract.
 */
public final class BridgeProtocol {
  /** Imports an adapter; the result is the names of its functions. */
  public static final String LOAD = "load";

  /** Calls a function. */
  public static final String CALL = "call";

  /** Runs a legacy adapter, whose events come before the answer. */
  public static final String RUN = "run";

  /** Whether anybody listens. */
  public static final String PING = "ping";

  /** From the runtime: one event of a run. */
  public static final String EVENT = "event";

  /** From the runtime: asks for the JavaScript of a file. */
  public static final String TRANSPILE = "transpile";

  /** The code of an error: a function threw an Error. */
  public static final int THREW = 1;

  /** It threw something else. */
  public static final int THREW_VALUE = 2;

  /** There is no such module. */
  public static final int NOT_LOADED = 3;

  /** A result, as bridge.mjs knows it. */
  private static final int MAX_INBOUND = 16 << 20;

  /** Captured output of a program, twice, in the worst of escapes, and a long prompt. */
  private static final int MAX_OUTBOUND = 64 << 20;

  private BridgeProtocol() {}

  /** What is no frame is stray. */
  public static MarkedLines framing(String token, Consumer<String> stray) {
    return new MarkedLines(token, MAX_INBOUND, MAX_OUTBOUND, stray);
  }

  /** Nothing about it is special. */
  public static Dialect dialect() {
    return Dialect.standard();
  }

  /** The params of {@link #LOAD}. */
  public static Json load(Path adapter, boolean transpiled) {
    return Json.object(
        out -> {
          out.writeStringProperty("adapter", adapter.toUri().toString());
          out.writeBooleanProperty("transpiled", transpiled);
        });
  }

  /** The params of {@link #CALL}. */
  public static Json call(String function, List<Json> arguments) {
    return Json.object(
        out -> {
          out.writeStringProperty("function", function);
          out.writeArrayPropertyStart("arguments");
          arguments.forEach(argument -> argument.writeTo(out));
          out.writeEndArray();
        });
  }

  /** The params of {@link #RUN}, and its number for {@link #EVENT}. */
  public static Json run(long run, Json input) {
    return Json.object(
        out -> {
          out.writeNumberProperty("run", run);
          out.writeName("input");
          input.writeTo(out);
        });
  }
}
