package io.polyplug.base;

import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * Cuts a stream of bytes into lines of text without ever holding more than one bounded line.
 *
 * <p>A line ends at LF; a CR before it belongs to the end. What exceeds the bound is counted and
 * thrown away, and the line is handed on with a mark that says how much. Bytes that are not UTF-8
 * become replacement characters. The text is as it came: who shows it escapes it. Not safe for
 * several threads at once: one reader owns it.
 */
public final class BoundedLines {
  private final byte[] line;
  private final Consumer<String> consumer;
  private int length;
  private long dropped;
  private boolean open;

  /** Lines of at most so many bytes, each handed to the consumer on the thread that feeds. */
  public BoundedLines(int maxBytes, Consumer<String> consumer) {
    this.line = new byte[maxBytes];
    this.consumer = consumer;
  }

  /** Takes the next bytes of the stream. */
  public void accept(byte[] bytes, int offset, int count) {
    int end = offset + count;
    int start = offset;
    for (int i = offset; i < end; i++) {
      if (bytes[i] == '\n') {
        append(bytes, start, i - start);
        emit();
        start = i + 1;
      }
    }
    if (start < end) {
      append(bytes, start, end - start);
      open = true;
    }
  }

  /** The stream ended: an unfinished last line is a line. */
  public void finish() {
    if (open) {
      emit();
    }
  }

  private void append(byte[] bytes, int offset, int count) {
    int taken = Math.min(count, line.length - length);
    System.arraycopy(bytes, offset, line, length, taken);
    length += taken;
    dropped += count - taken;
  }

  private void emit() {
    int end = dropped == 0 && length > 0 && line[length - 1] == '\r' ? length - 1 : length;
    String text = new String(line, 0, end, StandardCharsets.UTF_8);
    consumer.accept(dropped == 0 ? text : text + "… (" + dropped + " bytes dropped)");
    length = 0;
    dropped = 0;
    open = false;
  }
}
