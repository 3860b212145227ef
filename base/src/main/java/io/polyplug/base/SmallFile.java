package io.polyplug.base;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads whole files that somebody named and that should be small. Never waits for whoever might
 * write to a pipe, and never holds more than it was told to, whatever the file says of its size.
 */
public final class SmallFile {
  private SmallFile() {}

  /** The file is there, but no small file; the message goes on from its name. */
  public static final class Unfit extends IOException {
    private static final long serialVersionUID = 1;

    Unfit(String what) {
      super(what);
    }
  }

  /**
   * All that is in a file, or in the one that it is a link to.
   *
   * @param most how many bytes it may have
   * @throws Unfit if it is a folder, a pipe or a device, or larger
   */
  public static byte[] read(Path file, int most) throws IOException {
    // A pipe or a device could keep us for ever.
    if (!Files.isRegularFile(file) && Files.exists(file)) {
      throw new Unfit(
          Files.isDirectory(file) ? "is a folder" : "is neither a file nor a link to one");
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] content = in.readNBytes(most);
      if (content.length == most && in.read() >= 0) {
        throw new Unfit("is larger than " + most + " bytes");
      }
      return content;
    }
  }
}
