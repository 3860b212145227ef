package io.polyplug.bento.protocol;

import io.polyplug.wire.Json;
import java.util.Optional;

/**
 * The params of a {@code notifications/log} (2.6).
 *
 * @param stream where the message is to be written verbatim; empty for a message of the plugin's
 *     own
 */
public record LogMessage(LogLevel level, Optional<Stream> stream, String message) {
  /** What a tool that the plugin runs has written to. */
  public enum Stream {
    STDOUT,
    STDERR
  }

  /** Throws {@link WrongShape} for a bad level, an unknown stream or a missing message. */
  public static LogMessage read(Json params) throws WrongShape {
    Fields fields = Fields.of("params", params);
    String level = fields.text("level");
    return new LogMessage(
        LogLevel.of(level)
            .orElseThrow(() -> fields.wrong("level", "trace, debug, info, warn or error")),
        stream(fields),
        fields.text("message"));
  }

  private static Optional<Stream> stream(Fields fields) throws WrongShape {
    Optional<String> name = fields.optionalText("stream");
    if (name.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        switch (name.get()) {
          case "stdout" -> Stream.STDOUT;
          case "stderr" -> Stream.STDERR;
          default -> throw fields.wrong("stream", "stdout or stderr");
        });
  }
}
