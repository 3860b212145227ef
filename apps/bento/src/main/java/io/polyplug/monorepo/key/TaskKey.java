package io.polyplug.monorepo.key;

import java.util.List;

/**
 * A key and what it is made of.
 *
 * @param key 64 hexadecimal digits
 */
public record TaskKey(String key, List<InputFile> files) {
  public TaskKey {
    files = List.copyOf(files);
  }
}
