package io.polyplug.ainb;

import java.util.List;

/** What became of reading a {@code manifest.toml}. All sentences are safe to show. */
public sealed interface ManifestReading {
  /** What is strange but does no harm, in the order of the contract's tables. */
  List<String> warnings();

  /** A manifest that can be used. */
  record Good(Manifest manifest, List<String> warnings) implements ManifestReading {
    public Good {
      warnings = List.copyOf(warnings);
    }
  }

  /**
   * One that cannot (2.3).
   *
   * @param problems all that is wrong, at least one
   */
  record Bad(List<String> problems, List<String> warnings) implements ManifestReading {
    public Bad {
      problems = List.copyOf(problems);
      warnings = List.copyOf(warnings);
    }

    /** The first of the problems: why the plugin is not registered. */
    public String reason() {
      return problems.getFirst();
    }
  }
}
