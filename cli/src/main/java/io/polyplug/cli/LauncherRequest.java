package io.polyplug.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the launcher tells when it asks: a command line and all that it would be run in.
 *
 * @param launcher the folder that the script lies in
 * @param folder the current one, links followed
 * @param umask in octal
 * @param terminals which of the standard streams are terminals
 */
record LauncherRequest(
    Path launcher,
    Path folder,
    String umask,
    String terminals,
    List<String> words,
    Map<String, String> environment) {
  private static final int FIELDS = 5;

  /**
   * Reads texts that each end with a NUL: the launcher's folder, the current folder, the umask, the
   * terminals, the number of words, the words, and the environment. Empty for anything else, and
   * for what is not UTF-8: there a JVM of its own may see something different.
   */
  static Optional<LauncherRequest> read(byte[] body) {
    try {
      List<String> texts = texts(body);
      if (texts.size() < FIELDS) {
        return Optional.empty();
      }
      int words = Integer.parseInt(texts.get(FIELDS - 1));
      if (words < 0 || words > texts.size() - FIELDS) {
        return Optional.empty();
      }
      return Optional.of(
          new LauncherRequest(
              Path.of(texts.get(0)),
              Path.of(texts.get(1)).toRealPath(),
              texts.get(2),
              texts.get(3),
              List.copyOf(texts.subList(FIELDS, FIELDS + words)),
              environment(texts.subList(FIELDS + words, texts.size()))));
    } catch (IOException | NumberFormatException | InvalidPathException e) {
      return Optional.empty();
    }
  }

  private static List<String> texts(byte[] body) throws CharacterCodingException {
    List<String> texts = new ArrayList<>();
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    int from = 0;
    for (int i = 0; i < body.length; i++) {
      if (body[i] == 0) {
        texts.add(decoder.decode(ByteBuffer.wrap(body, from, i - from)).toString());
        from = i + 1;
      }
    }
    return texts;
  }

  /** As a JVM sees it: the first of several counts, and what has no name is left out. */
  private static Map<String, String> environment(List<String> entries) {
    Map<String, String> environment = new HashMap<>();
    for (String entry : entries) {
      int equals = entry.indexOf('=', 1);
      if (equals > 0) {
        environment.putIfAbsent(entry.substring(0, equals), entry.substring(equals + 1));
      }
    }
    return Map.copyOf(environment);
  }
}
