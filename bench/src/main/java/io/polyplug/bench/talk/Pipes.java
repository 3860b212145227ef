package io.polyplug.bench.talk;

import io.polyplug.process.Child;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.Spawner;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;

/** Two pipes of a child without anything on top. */
public record Pipes(InputStream in, OutputStream out, Runnable end) implements AutoCloseable {
  /** The JDK's: what everybody has, and so the baseline. */
  public static Pipes ofJdk(Path program, String mode) throws IOException {
    Process process =
        new ProcessBuilder(program.toString(), mode)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    return new Pipes(process.getInputStream(), process.getOutputStream(), process::destroyForcibly);
  }

  /** Ours, to tell what the pipes cost from what the wire costs. */
  public static Pipes ofPolyplug(Path program, String mode) throws LaunchFailure {
    Child child = Spawner.platform().start(ProcessSpec.of(program).arguments(mode).build());
    return new Pipes(child.stdout(), child.stdin(), child::close);
  }

  /** Reads so many bytes and forgets them. */
  public void skip(byte[] buffer, long count) throws IOException {
    long left = count;
    while (left > 0) {
      int read = in.read(buffer, 0, (int) Math.min(buffer.length, left));
      if (read < 0) {
        throw new IOException("the echo child closed its output with " + left + " bytes missing");
      }
      left -= read;
    }
  }

  @Override
  public void close() {
    end.run();
  }
}
