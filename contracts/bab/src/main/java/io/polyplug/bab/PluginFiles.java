package io.polyplug.bab;

import io.polyplug.base.UntrustedText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Reads files of a plugin: bounded, and only what lies in its folder after resolving links. The
 * check is for mistakes; a plugin is trusted code and can read what it likes.
 */
final class PluginFiles {
  static final int MANIFEST_BYTES = 1 << 20;

  /** A file that may not or cannot be used; the message is safe to show. */
  static final class Unusable extends Exception {
    private static final long serialVersionUID = 1;

    Unusable(String message) {
      super(message);
    }

    @Override
    public String getMessage() {
      return String.valueOf(super.getMessage());
    }
  }

  private PluginFiles() {}

  static String manifest(Path folder) throws InvalidManifest {
    try {
      return text(folder, BabManifest.FILE_NAME, MANIFEST_BYTES);
    } catch (NoSuchFileException e) {
      throw InvalidManifest.of(
          "",
          "there is no "
              + BabManifest.FILE_NAME
              + " in "
              + UntrustedText.escape(folder.toString()));
    } catch (Unusable e) {
      throw InvalidManifest.of("", e.getMessage());
    }
  }

  /** The file with its links resolved; inside the folder, whatever the name leads to. */
  static Path inside(Path folder, String name) throws Unusable, NoSuchFileException {
    try {
      Path real = folder.resolve(name).toRealPath();
      if (!real.startsWith(folder.toRealPath())) {
        throw new Unusable(named(name) + " leads out of the plugin's folder");
      }
      return real;
    } catch (NoSuchFileException e) {
      throw e;
    } catch (InvalidPathException | IOException e) {
      throw new Unusable(named(name) + " cannot be read: " + UntrustedText.escape(e.toString()));
    }
  }

  /** Its text, which must be UTF-8 and of at most so many bytes. */
  static String text(Path folder, String name, int most) throws Unusable, NoSuchFileException {
    Path file = inside(folder, name);
    if (!Files.isRegularFile(file)) {
      throw new Unusable(named(name) + " is not a file");
    }
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(most + 1);
    } catch (NoSuchFileException e) {
      throw e;
    } catch (IOException e) {
      throw new Unusable(named(name) + " cannot be read: " + UntrustedText.escape(e.toString()));
    }
    if (bytes.length > most) {
      throw new Unusable(named(name) + " is longer than " + most + " bytes");
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new Unusable(named(name) + " is not UTF-8 text");
    }
  }

  private static String named(String name) {
    return UntrustedText.excerpt(name, 200);
  }
}
