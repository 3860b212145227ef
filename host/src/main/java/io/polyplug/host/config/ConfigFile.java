package io.polyplug.host.config;

import io.polyplug.base.UntrustedText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;

/**
 * A {@code polyplug.toml}, read and syntactically right.
 *
 * @param file where it is, absolute
 * @param content its bytes, as hashed for trust and as parsed: read once, so both are of the same
 *     file
 * @param root the whole document
 */
public record ConfigFile(Path file, byte[] content, ConfigTable root) {
  /** What the file is called everywhere. */
  public static final String NAME = "polyplug.toml";

  /** A larger file is refused before it is read. */
  static final int MAX_BYTES = 1024 * 1024;

  /** Reads a file that must be there; throws {@link ConfigMistake}. */
  public static ConfigFile read(Path given) {
    Path file = given.toAbsolutePath().normalize();
    byte[] content = bytes(file);
    String text = decode(file, content);
    Map<String, Object> tree;
    try {
      tree = TomlTree.read(text);
    } catch (JacksonException e) {
      throw syntaxMistake(file, text, e);
    }
    Map<String, Integer> lines = TomlPositions.of(text);
    return new ConfigFile(file, content, new ConfigTable(file, lines, "", tree));
  }

  /** The parser finds a repeated key only at the end: its own place is found here. */
  private static ConfigMistake syntaxMistake(Path file, String text, JacksonException e) {
    String message = UntrustedText.excerpt(e.getOriginalMessage(), 200);
    TomlPositions.Place repeated = TomlPositions.firstRepeated(text);
    if (message.contains("Duplicate key") && repeated != null) {
      return new ConfigMistake(
          file, repeated.line(), repeated.key(), "this key is there twice: expected it once");
    }
    TokenStreamLocation place = e.getLocation();
    int line = place == null ? 0 : Math.max(0, place.getLineNr());
    return new ConfigMistake(file, line, "", "not valid TOML: " + message);
  }

  /** The nearest {@code polyplug.toml} in a folder or one above it. */
  public static Optional<Path> findUpwards(Path folder) {
    for (Path at = folder.toAbsolutePath().normalize(); at != null; at = at.getParent()) {
      Path candidate = at.resolve(NAME);
      // A broken or cyclic link is found, so that reading it says what is wrong.
      if (Files.exists(candidate, LinkOption.NOFOLLOW_LINKS)) {
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }

  private static byte[] bytes(Path file) {
    // A pipe or a device could keep us for ever.
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      String what = Files.isDirectory(file) ? "is a folder" : "is neither a file nor a link to one";
      throw new ConfigMistake(file, 0, "", what);
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] content = in.readNBytes(MAX_BYTES + 1);
      if (content.length > MAX_BYTES) {
        throw new ConfigMistake(file, 0, "", "larger than " + MAX_BYTES + " bytes");
      }
      return content;
    } catch (IOException e) {
      throw new ConfigMistake(file, 0, "", "cannot be read: " + FileProblem.of(e, file));
    }
  }

  private static String decode(Path file, byte[] content) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
    } catch (CharacterCodingException e) {
      throw new ConfigMistake(file, 0, "", "not UTF-8 text");
    }
  }
}
