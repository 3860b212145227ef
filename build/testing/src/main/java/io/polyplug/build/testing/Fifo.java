package io.polyplug.build.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A pipe with a name, by which processes that are no children of the test tell that they run and
 * that they are gone. Whoever is to be watched opens it for writing ({@code exec 9>PIPE} in a
 * shell) and leaves it to its descendants; it ends when the last of them is gone, whether anybody
 * has collected it or not. It ends once: open it again only while somebody holds it.
 */
public final class Fifo implements AutoCloseable {
  private static final long LONG_SECONDS = 60;

  private final Path path;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private final Thread reader;

  /** Makes the pipe. */
  public Fifo(Path path) throws IOException, InterruptedException {
    this.path = path;
    Process made = new ProcessBuilder("mkfifo", path.toString()).inheritIO().start();
    assertThat(made.waitFor()).as("mkfifo %s", path).isZero();
    reader = Thread.ofPlatform().daemon().name("fifo").start(this::read);
  }

  private void read() {
    try (BufferedReader in = Files.newBufferedReader(path, StandardCharsets.UTF_8)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        lines.add(line);
      }
    } catch (IOException e) {
      lines.add("cannot be read: " + e);
    }
  }

  /** Where it is. */
  public Path path() {
    return path;
  }

  /** The next line; fails if none comes. */
  public String awaitLine() throws InterruptedException {
    String line = lines.poll(LONG_SECONDS, TimeUnit.SECONDS);
    assertThat(line).as("a line from %s", path).isNotNull();
    return String.valueOf(line);
  }

  /** Returns when nobody holds it any more who did; fails if that does not come. */
  public void awaitEnd() throws InterruptedException {
    reader.join(TimeUnit.SECONDS.toMillis(LONG_SECONDS));
    assertThat(reader.isAlive()).as("somebody holds %s", path).isFalse();
  }

  /** Whether somebody holds it at this moment. All lines must have been read. */
  public boolean isHeld() throws IOException, InterruptedException {
    // Without waiting, a read of a pipe that nobody holds is its end, and any other fails.
    ProcessBuilder builder =
        new ProcessBuilder("dd", "if=" + path, "iflag=nonblock", "bs=1", "count=1")
            .redirectErrorStream(true);
    builder.environment().put("LC_ALL", "C");
    Process read = builder.start();
    String said = new String(read.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (read.waitFor() == 0) {
      assertThat(said).as("what was left in %s", path).startsWith("0+0 records in");
      return false;
    }
    assertThat(said).contains("Resource temporarily unavailable");
    return true;
  }

  @Override
  public void close() throws IOException {
    // A reader that still waits for the first to open it sees somebody come and go.
    try (RandomAccessFile _ = new RandomAccessFile(path.toFile(), "rw")) {
      lines.clear();
    }
  }
}
