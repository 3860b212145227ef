package io.polyplug.conformance;

/** What became of an axis. Nothing passes by default: a check says so, or it has failed. */
public sealed interface Verdict {
  /** The plugin does as it should; the note is empty, or says what was not seen. */
  record Passed(String note) implements Verdict {}

  /** It does not. */
  record Failed(String reason) implements Verdict {}

  /** The axis does not concern this plugin, because of this fact. */
  record Skipped(String fact) implements Verdict {}

  /** Passed, with nothing to add. */
  static Verdict passed() {
    return new Passed("");
  }

  /** Passed, and this is worth to be known all the same; empty if nothing is. */
  static Verdict passed(String note) {
    return new Passed(note);
  }

  /** As reports spell it. */
  default String word() {
    return switch (this) {
      case Passed _ -> "PASS";
      case Failed _ -> "FAIL";
      case Skipped _ -> "SKIP";
    };
  }

  /** The note, the reason or the fact. */
  default String sentence() {
    return switch (this) {
      case Passed(String note) -> note;
      case Failed(String reason) -> reason;
      case Skipped(String fact) -> fact;
    };
  }
}
