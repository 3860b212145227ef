package io.polyplug.cli;

import io.polyplug.cli.running.Listing;
import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.PluginError;
import io.polyplug.host.PluginException;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.ToolStream;
import io.polyplug.wire.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Prints the messages of a stream: a line for each as it comes, or one document at the end.
 *
 * @param most after so many the stream is left
 */
record MessageOutput(Listing.Row plugin, String tool, Printer printer, long most) {
  /** What is held for one document; more fails the stream. */
  static final long MOST_BYTES = 64L << 20;

  int print(ToolStream stream) {
    return printer.wantsJson() ? document(stream) : lines(stream);
  }

  private int lines(ToolStream stream) {
    for (long seen = 0; seen < most; seen++) {
      Optional<Json> next = stream.next();
      if (next.isEmpty()) {
        break;
      }
      printer.line(
          printer.outIsTerminal() ? PrettyJson.line(next.get()) : next.get().compact().toString());
    }
    return ExitCode.OK;
  }

  private int document(ToolStream stream) {
    List<Json> messages = new ArrayList<>();
    @Nullable PluginException failure = null;
    try {
      long bytes = 0;
      while (messages.size() < most) {
        Optional<Json> next = stream.next();
        if (next.isEmpty()) {
          break;
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
    } catch (PluginException e) {
      failure = e;
    }
    print(messages, failure);
    return failure == null ? ExitCode.OK : ExitCode.of(failure);
  }

  private void print(List<Json> messages, @Nullable PluginException failure) {
    printer.document(
        out -> {
          switch (failure) {
            case null -> out.writeBooleanProperty("ok", true);
            case PluginFailure failed ->
                Problems.document(
                        "failure",
                        failed.code(),
                        failed.plugin(),
                        failed.failure().message(),
                        failed.failure().stderr())
                    .accept(out);
            case PluginError error ->
                Problems.document(
                        "plugin_error", error.code(), error.plugin(), error.text(), List.of())
                    .accept(out);
          }
          out.writeStringProperty("plugin", plugin.id());
          out.writeStringProperty("contract", plugin.contract());
          out.writeStringProperty("tool", tool);
          out.writeArrayPropertyStart("messages");
          messages.forEach(message -> message.writeTo(out));
          out.writeEndArray();
        });
  }
}
