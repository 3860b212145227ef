package io.polyplug.cli;

import io.polyplug.cli.Problems.Problem;
import io.polyplug.cli.running.Listing;
import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.PluginException;
import io.polyplug.host.ToolStream;
import io.polyplug.wire.Json;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * Prints the messages of a stream: a line for each as it comes, or one document at the end. Lines
 * that cannot be written, or that nobody reads any more, end it.
 *
 * @param most after so many the stream is left
 */
record MessageOutput(Listing.Row plugin, String tool, Printer printer, long most) {
  /** What is held for one document; more fails the stream. */
  static final long MOST_BYTES = 64L << 20;

  /**
   * @param check throws what was wrong with what the stream was given, if anything was
   */
  int print(ToolStream stream, Runnable check) {
    try (ReaderWatch _ = ReaderWatch.start(printer, stream::close)) {
      return printer.wantsJson() ? document(stream, check) : lines(stream, check);
    }
  }

  private int lines(ToolStream stream, Runnable check) {
    for (long seen = 0; seen < most && !printer.isUnread(); seen++) {
      Optional<Json> next = stream.next();
      if (next.isEmpty()) {
        break;
      }
      printer.line(
          printer.outIsTerminal() ? PrettyJson.line(next.get()) : next.get().compact().toString());
    }
    check.run();
    return ExitCode.OK;
  }

  private int document(ToolStream stream, Runnable check) {
    List<Json> messages = Collections.synchronizedList(new ArrayList<>());
    printer.soFar(out -> write(messages, out));
    @Nullable Problem problem = null;
    try {
      collect(stream, messages);
      check.run();
    } catch (PluginException | UsageProblem e) {
      problem = Problems.describe(e);
    }
    Consumer<JsonGenerator> outcome =
        problem == null ? out -> out.writeBooleanProperty("ok", true) : Problems.document(problem);
    printer.document(
        out -> {
          outcome.accept(out);
          write(messages, out);
        });
    return problem == null ? ExitCode.OK : problem.exit();
  }

  private void collect(ToolStream stream, List<Json> messages) {
    long bytes = 0;
    while (messages.size() < most) {
      Optional<Json> next = stream.next();
      if (next.isEmpty()) {
        return;
      }
      bytes += next.get().length();
      if (bytes > MOST_BYTES) {
        throw new Failure(
                FailureCode.OVERLOADED,
                plugin.id(),
                "the stream gave more than the %d bytes that one document may hold: use --max, or leave out --json"
                    .formatted(MOST_BYTES))
            .thrown();
      }
      messages.add(next.get());
    }
  }

  private void write(List<Json> messages, JsonGenerator out) {
    out.writeStringProperty("plugin", plugin.id());
    out.writeStringProperty("contract", plugin.contract());
    out.writeStringProperty("tool", tool);
    out.writeArrayPropertyStart("messages");
    synchronized (messages) {
      messages.forEach(message -> message.writeTo(out));
    }
    out.writeEndArray();
  }
}
