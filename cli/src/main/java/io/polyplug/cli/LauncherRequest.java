package io.polyplug.cli;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
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
 * @param world which file system it sees: device and inode of its mount namespace and of its root
 * @param umask in octal
 * @param terminals which of the standard streams are terminals
 */
record LauncherRequest(
    String launcher,
    String folder,
    String world,
    String umask,
    String terminals,
    List<String> words,
    Map<String, String> environment) {
  private static final int FIELDS = 6;

  /**
   * Reads texts that each end with a NUL: the launcher's folder, the current folder, the world, the
   * umask, the terminals, the number of words, the words, and the environment. Empty for anything
   * else, and for what is not UTF-8: there a JVM of its own may see something different.
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
              texts.get(0),
              texts.get(1),
              texts.get(2),
              texts.get(3),
              texts.get(4),
              List.copyOf(texts.subList(FIELDS, FIELDS + words)),
              environment(texts.subList(FIELDS + words, texts.size()))));
    } catch (CharacterCodingException | NumberFormatException e) {
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
