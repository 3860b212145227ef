package io.polyplug.process.internal;

import io.polyplug.base.BoundedLines;
import io.polyplug.process.StderrPolicy;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Where a drained stderr goes: a tail of bytes, and lines if wanted. Its owner's lock guards it.
 */
final class StderrSink {
  private static final int FIRST_TAIL_BYTES = 512;

  private final int mostTail;
  private final @Nullable BoundedLines lines;
  private byte[] tail = new byte[0];
  private int length;

  private StderrSink(int mostTail, @Nullable BoundedLines lines) {
    this.mostTail = mostTail;
    this.lines = lines;
  }

  /** The sink of a policy; none if the policy drains nothing. */
  static @Nullable StderrSink of(StderrPolicy policy) {
    return switch (policy) {
      case StderrPolicy.Tail(int bytes) -> new StderrSink(bytes, null);
      case StderrPolicy.Lines(var maxLine, var tailBytes, var consumer) ->
          new StderrSink(tailBytes, new BoundedLines(maxLine, consumer));
      case StderrPolicy.Inherit _ -> null;
      case StderrPolicy.Discard _ -> null;
      case StderrPolicy.Piped _ -> null;
    };
  }

  void accept(byte[] bytes, int count) {
    keep(bytes, count);
    if (lines != null) {
      lines.accept(bytes, 0, count);
    }
  }

  void finish() {
    if (lines != null) {
      lines.finish();
    }
  }

  String tail() {
    return new String(tail, 0, length, StandardCharsets.UTF_8);
  }

  private void keep(byte[] bytes, int count) {
    int taken = Math.min(count, mostTail);
    int kept = Math.min(length, mostTail - taken);
    if (kept + taken > tail.length) {
      byte[] larger = new byte[Math.min(mostTail, Math.max(FIRST_TAIL_BYTES, 2 * (kept + taken)))];
      System.arraycopy(tail, length - kept, larger, 0, kept);
      tail = larger;
    } else {
      System.arraycopy(tail, length - kept, tail, 0, kept);
    }
    System.arraycopy(bytes, count - taken, tail, kept, taken);
    length = kept + taken;
  }
}
