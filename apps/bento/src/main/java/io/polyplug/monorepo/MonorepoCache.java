package io.polyplug.monorepo;

import io.polyplug.base.UntrustedText;
import io.polyplug.monorepo.inspect.CacheAnswers;
import io.polyplug.monorepo.inspect.WhyAnswer;
import io.polyplug.monorepo.store.LocalStore;
import io.polyplug.monorepo.store.StoreUpkeep;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The results that are kept on this machine, for all of its workspaces. */
public final class MonorepoCache {
  private static final int KEY_CHARACTERS = 64;

  private MonorepoCache() {}

  private static LocalStore store(MonorepoOptions options) {
    return new LocalStore(LocalStore.rootIn(options.environment()), options.clock());
  }

  public static Answer stats(MonorepoOptions options) throws IOException {
    return CacheAnswers.stats(store(options).upkeep().stats());
  }

  public static Answer clear(MonorepoOptions options) throws IOException {
    return CacheAnswers.cleared(store(options).upkeep().clear());
  }

  public static Answer prune(
      MonorepoOptions options, OptionalLong maxBytes, Optional<Duration> olderThan)
      throws IOException {
    StoreUpkeep.Pruned pruned = store(options).upkeep().prune(maxBytes, olderThan);
    return CacheAnswers.pruned(pruned, maxBytes, olderThan);
  }

  /** What went into every key that begins so. */
  public static Answer why(MonorepoOptions options, String prefix)
      throws WorkspaceProblem, IOException {
    if (prefix.isEmpty() || prefix.length() > KEY_CHARACTERS || !isHex(prefix)) {
      throw invalidTarget(prefix);
    }
    LocalStore store = store(options);
    List<WhyAnswer.Entry> entries = new ArrayList<>();
    for (String key : store.keysStartingWith(prefix)) {
      entries.add(new WhyAnswer.Entry(key, store.sidecar(key)));
    }
    return WhyAnswer.of(entries, prefix);
  }

  static WorkspaceProblem invalidTarget(String target) {
    return new WorkspaceProblem(
        ProblemKind.WHY_INVALID_TARGET,
        "\"" + UntrustedText.excerpt(target, 80) + "\" is neither DISH:TASK nor how a key begins",
        Optional.empty(),
        Optional.of("A key has digits and the letters a to f."),
        List.of("polyplug bento why DISH:TASK"));
  }

  private static boolean isHex(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'))) {
        return false;
      }
    }
    return true;
  }
}
