package io.polyplug.ainb;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.ManifestProblem;
import io.polyplug.host.config.ConfigMistake;
import io.polyplug.host.config.ConfigTable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Collects what is wrong and what is strange while a manifest is read, so that one mistake does not
 * hide the next. Bounded: of many only the first are kept. Used by one thread.
 */
final class ManifestNotes {
  private static final int MOST = 50;
  private static final int LONGEST_KEY = 80;

  private final List<ConfigMistake> problems = new ArrayList<>();
  private final List<ConfigMistake> warnings = new ArrayList<>();
  private int unsaid;

  /** What is read, or the other value if that is a mistake, which is noted. */
  <T> T orNote(T otherwise, Supplier<T> reading) {
    try {
      return reading.get();
    } catch (ConfigMistake mistake) {
      if (problems.size() < MOST) {
        problems.add(mistake);
      }
      return otherwise;
    }
  }

  void warn(ConfigTable table, String key, String remark) {
    if (warnings.size() < MOST) {
      warnings.add(table.mistake(key, remark));
    } else {
      unsaid++;
    }
  }

  /** Everything that the contract does not know is ignored, and said (2.3). */
  void warnOfUnknown(ConfigTable table) {
    for (String key : table.unasked()) {
      warn(table, key, "unknown and ignored");
    }
  }

  boolean hasProblems() {
    return !problems.isEmpty();
  }

  ManifestReading.Bad bad() {
    return new ManifestReading.Bad(
        problems.stream().map(ManifestNotes::sentence).toList(), warnings());
  }

  List<String> warnings() {
    List<String> all = new ArrayList<>();
    warnings.forEach(warning -> all.add(sentence(warning)));
    if (unsaid > 0) {
      all.add(Manifest.FILE_NAME + ": " + unsaid + " more warnings of this kind");
    }
    return all;
  }

  /** All of it with its places, what is wrong first. */
  List<ManifestProblem> all() {
    List<ManifestProblem> all = new ArrayList<>();
    problems.forEach(
        it -> all.add(ManifestProblem.error(it.line(), 0, shown(it.key()), it.problem())));
    warnings.forEach(
        it -> all.add(ManifestProblem.warning(it.line(), 0, shown(it.key()), it.problem())));
    return all;
  }

  private static String shown(String key) {
    return UntrustedText.excerpt(key, LONGEST_KEY);
  }

  private static String sentence(ConfigMistake mistake) {
    return Manifest.FILE_NAME
        + (mistake.line() > 0 ? ":" + mistake.line() : "")
        + ": "
        + (mistake.key().isEmpty() ? "" : shown(mistake.key()) + ": ")
        + mistake.problem();
  }
}
