package io.polyplug.bab;

import io.polyplug.process.CommandResult;
import io.polyplug.process.ExitStatus;
import io.polyplug.wire.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * How a process ended, as the contract writes it: a code or a signal, never both (section 10).
 *
 * @param code null if a signal ended it
 * @param signal null if it ended by itself
 */
record ExitFacts(@Nullable Integer code, @Nullable String signal) {
  static ExitFacts of(CommandResult result) {
    return switch (result.status().orElse(null)) {
      case ExitStatus.Exited(int code) when code != ExitStatus.UNKNOWN_CODE ->
          new ExitFacts(code, null);
      case ExitStatus.Signaled signaled -> new ExitFacts(null, signaled.name());
      case null, default -> new ExitFacts(null, null);
    };
  }

  /** The members under these names. */
  void write(JsonGenerator out, String codeName, String signalName) {
    out.writeName(codeName);
    if (code == null) {
      out.writeNull();
    } else {
      out.writeNumber(code);
    }
    out.writeName(signalName);
    if (signal == null) {
      out.writeNull();
    } else {
      out.writeString(signal);
    }
  }

  /** What {@code parseResult} is given. */
  static Json toJson(CommandResult result) {
    return Json.object(
        out -> {
          out.writeStringProperty("stdout", result.stdout());
          out.writeStringProperty("stderr", result.stderr());
          of(result).write(out, "exitCode", "signal");
          out.writeBooleanProperty("timedOut", result.timedOut());
          out.writeNumberProperty("durationMs", result.duration().toMillis());
        });
  }

  /** For a sentence, as {@code exited with code 3}. */
  String sentence() {
    return signal != null
        ? "was ended by " + signal
        : code != null ? "exited with code " + code : "ended in an unknown way";
  }
}
