package io.polyplug.process;

import java.util.function.Consumer;

/** What happens to what a child writes to its stderr. A child never blocks on it, except piped. */
public sealed interface StderrPolicy {
  /** It goes where the host's own stderr goes. */
  record Inherit() implements StderrPolicy {}

  /** It is thrown away by the kernel. */
  record Discard() implements StderrPolicy {}

  /**
   * Each line goes to the consumer as raw text: whoever shows it escapes it. What exceeds {@code
   * maxLineBytes} is cut with a mark. The consumer runs on the one thread that drains the stderr of
   * all children (or on one that calls {@link Child#drainStderr}), never on two at once for one
   * child; it must not block. The last {@code tailBytes} bytes are kept as well.
   */
  record Lines(int maxLineBytes, int tailBytes, Consumer<String> consumer) implements StderrPolicy {
    public Lines {
      requirePositive(maxLineBytes, "maxLineBytes");
    }
  }

  /** It is drained, and the last {@code bytes} bytes are kept. */
  record Tail(int bytes) implements StderrPolicy {
    public Tail {
      requirePositive(bytes, "bytes");
    }
  }

  /** The caller reads {@link Child#stderr}, and a child blocks if it does not. */
  record Piped() implements StderrPolicy {}

  /** See {@link Inherit}. */
  static StderrPolicy inherit() {
    return new Inherit();
  }

  /** See {@link Discard}. */
  static StderrPolicy discard() {
    return new Discard();
  }

  /** See {@link Lines}; keeps the last 8 KiB. */
  static StderrPolicy lines(int maxLineBytes, Consumer<String> consumer) {
    return new Lines(maxLineBytes, DEFAULT_TAIL_BYTES, consumer);
  }

  /** See {@link Tail}. */
  static StderrPolicy tail(int bytes) {
    return new Tail(bytes);
  }

  /** See {@link Piped}. */
  static StderrPolicy piped() {
    return new Piped();
  }

  /** How much of a stderr is worth showing when its process died. */
  int DEFAULT_TAIL_BYTES = 8 * 1024;

  private static void requirePositive(int value, String name) {
    if (value <= 0) {
      throw new IllegalArgumentException("expected a positive " + name + " but got " + value);
    }
  }
}
