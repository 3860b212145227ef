package io.polyplug.mcp;

import io.polyplug.base.Sha256;
import io.polyplug.host.AnswerStore;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Remembers that a server is a legacy one, so that it need not be asked at every start: some do not
 * answer what they do not know, and asking them costs a wait. Being wrong costs a question. Safe
 * from any thread.
 */
final class EraMemory {
  private static final byte[] LEGACY = "legacy".getBytes(StandardCharsets.UTF_8);
  private static final byte[] UNKNOWN = new byte[0];

  private final AnswerStore store;
  private final String key;
  private final LastSeen here;

  /** What this process has seen, whether or not anything is stored; one for each plugin. */
  static final class LastSeen {
    private volatile String legacyKey = "";
  }

  /**
   * For one server.
   *
   * @param marks whatever makes it another server: its command line, the time of its program
   */
  EraMemory(AnswerStore store, LastSeen here, List<String> marks) {
    this.store = store;
    this.here = here;
    this.key = "mcp-era-" + digest(marks);
  }

  private static String digest(List<String> marks) {
    StringBuilder all = new StringBuilder();
    for (String mark : marks) {
      all.append(mark.length()).append(':').append(mark);
    }
    return Sha256.of(all.toString());
  }

  boolean isLegacy() {
    return here.legacyKey.equals(key)
        || store.get(key).filter(it -> Arrays.equals(it, LEGACY)).isPresent();
  }

  void legacy() {
    if (!isLegacy()) {
      store.put(key, LEGACY);
    }
    here.legacyKey = key;
  }

  void forget() {
    here.legacyKey = "";
    if (store.get(key).isPresent()) {
      store.put(key, UNKNOWN);
    }
  }
}
