package io.polyplug.host.config;

import io.polyplug.base.SmallFile;
import io.polyplug.base.UntrustedText;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;

/**
 * Reads a TOML file into a {@link ConfigTable} that knows the line of every key: for {@code
 * polyplug.toml}, and for the manifests of contracts that write them in TOML. Who reads it decides
 * whether a key that nobody asked for is a mistake.
 *
 * <p>What is no regular file, larger than 1 MiB, not UTF-8 or nested too deeply is a {@link
 * ConfigMistake} like any other. Pure functions.
 */
public final class TomlDocument {
  /** A larger file is refused before it is read. */
  static final int MAX_BYTES = 1024 * 1024;

  private TomlDocument() {}

  /** A file that must be there; throws {@link ConfigMistake}. */
  public static ConfigTable read(Path given) {
    Path file = given.toAbsolutePath().normalize();
    return parse(file, decode(file, bytes(file)));
  }

  /**
   * A text that is not read from a file, or was before; throws {@link ConfigMistake}.
   *
   * @param file what mistakes are reported for
   */
  public static ConfigTable parse(Path file, String toml) {
    // The parser skips a byte order mark, and the positions have to be of the same text.
    String text = toml.startsWith("\uFEFF") ? toml.substring(1) : toml;
    Map<String, Object> tree;
    try {
      tree = TomlTree.read(text);
    } catch (JacksonException e) {
      throw syntaxMistake(file, text, e);
    }
    return new ConfigTable(file, new TomlLines(text), "", tree);
  }

  /** The parser finds a repeated key only at the end: its own place is found here. */
  private static ConfigMistake syntaxMistake(Path file, String text, JacksonException e) {
    if (e instanceof StreamConstraintsException) {
      return new ConfigMistake(
          file, 0, "", "tables, lists or texts in it are too deep or too long");
    }
    String message = UntrustedText.excerpt(e.getOriginalMessage(), 200);
    TomlPositions.Place repeated =
        message.contains("Duplicate key") ? TomlPositions.firstRepeated(text) : null;
    if (repeated != null) {
      return new ConfigMistake(
          file, repeated.line(), repeated.key(), "this key is there twice: expected it once");
    }
    TokenStreamLocation place = e.getLocation();
    int line = place == null ? 0 : Math.max(0, place.getLineNr());
    return new ConfigMistake(file, line, "", "not valid TOML: " + message);
  }

  /** What a file holds, of whatever kind; throws {@link ConfigMistake}. */
  public static byte[] bytes(Path file) {
    try {
      return SmallFile.read(file, MAX_BYTES);
    } catch (SmallFile.Unfit e) {
      throw new ConfigMistake(file, 0, "", String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw new ConfigMistake(file, 0, "", "cannot be read: " + FileProblem.of(e, file));
    }
  }

  static String decode(Path file, byte[] content) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
    } catch (CharacterCodingException e) {
      throw new ConfigMistake(file, 0, "", "not UTF-8 text");
    }
  }
}
