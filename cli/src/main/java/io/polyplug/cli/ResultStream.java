package io.polyplug.cli;

import io.polyplug.process.StandardOutput;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Standard output that remembers whether everything reached it: a result that was lost must not
 * look like one that was given. A reader that has seen enough and left (as {@code head} does) is no
 * loss.
 */
final class ResultStream extends FilterOutputStream {
  private String problem = "";

  ResultStream(OutputStream out) {
    super(out);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    try {
      out.write(bytes, offset, length);
    } catch (IOException e) {
      problem = String.valueOf(e.getMessage());
      throw e;
    }
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  /** Prints to it; its {@code checkError} tells of a reader who left before the next write too. */
  PrintStream printStream() {
    return new PrintStream(this, true, StandardCharsets.UTF_8) {
      @Override
      public boolean checkError() {
        return super.checkError() || StandardOutput.isUnread();
      }
    };
  }

  boolean isLost() {
    return !problem.isEmpty() && !problem.toLowerCase(Locale.ROOT).contains("broken pipe");
  }

  String problem() {
    return problem;
  }
}
