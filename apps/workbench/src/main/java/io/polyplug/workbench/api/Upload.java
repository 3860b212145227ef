package io.polyplug.workbench.api;

import io.polyplug.base.Clock;
import io.polyplug.door.Exchange;
import io.polyplug.door.Refused;
import io.polyplug.install.StoreSettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Puts a body that may be large into a file instead of memory, bounded in bytes and in time. */
final class Upload {
  /** As large as what a store would fetch. */
  static final long MOST_BYTES = StoreSettings.DEFAULT.maxDownload();

  private static final Duration LONGEST = Duration.ofMinutes(10);
  private static final int CHUNK = 64 << 10;

  private Upload() {}

  /** A temporary file with the body, which whoever asked for it deletes. */
  static Path spool(Exchange exchange, Clock clock) throws IOException, Refused {
    long length = exchange.header("Content-Length").map(Upload::length).orElse(0L);
    if (length > MOST_BYTES) {
      // Said before it is sent, not after.
      throw new Refused(413, "a package has at most " + MOST_BYTES + " bytes");
    }
    Path file = Files.createTempFile("polyplug-upload", ".zip");
    long start = clock.nanoTime();
    try (InputStream in = exchange.upload(MOST_BYTES);
        OutputStream out = Files.newOutputStream(file)) {
      byte[] chunk = new byte[CHUNK];
      for (int some = in.read(chunk); some >= 0; some = in.read(chunk)) {
        out.write(chunk, 0, some);
        if (clock.nanoTime() - start > LONGEST.toNanos()) {
          throw new Refused(408, "the package took too long to arrive");
        }
      }
      return file;
    } catch (IOException | Refused | RuntimeException e) {
      Files.deleteIfExists(file);
      throw e;
    }
  }

  private static long length(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
