package io.polyplug.monorepo;

import io.polyplug.host.FlightRecorder;
import java.util.Optional;

/** Where the orchestrator and its plugins write to. Called from any thread. */
public interface MonorepoLog {
  /** For those who do not care. */
  MonorepoLog NONE =
      new MonorepoLog() {
        @Override
        public void line(Level level, String source, String text) {}

        @Override
        public void output(boolean stdout, String text) {}
      };

  /** How much a line matters. */
  enum Level {
    TRACE,
    DEBUG,
    INFO,
    WARN,
    ERROR
  }

  /**
   * A line for people.
   *
   * @param source the adapter's id; empty for the orchestrator itself
   * @param text not escaped
   */
  void line(Level level, String source, String text);

  /**
   * What a plugin passes on from a tool, exactly as it came.
   *
   * @param stdout whether the tool wrote it to its standard output
   */
  void output(boolean stdout, String text);

  /**
   * Who writes down what goes over the wire, from any thread; closed when the plugins have ended.
   */
  default Optional<FlightRecorder> recorder() {
    return Optional.empty();
  }

  /** A warning of the orchestrator's own. */
  default void warn(String text) {
    line(Level.WARN, "", text);
  }
}
