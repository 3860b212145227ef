package io.polyplug.monorepo.run;

/** What became of a task. */
public sealed interface Outcome {
  /** Its files were restored. */
  record CacheHit() implements Outcome {}

  /** It ran and succeeded. */
  record Built() implements Outcome {}

  /**
   * It ran and failed.
   *
   * @param exitCode -1 if a signal ended it
   * @param stderr of the last attempt; of a very long one the middle is left out
   * @param stdout the end of it
   * @param excerpt the end of both, told apart
   */
  record Failed(int exitCode, String stderr, String stdout, String excerpt) implements Outcome {
    /** Keeps of the outputs what a report has room for: there may be thousands of failures. */
    static Failed of(int exitCode, String stdout, String stderr) {
      return new Failed(
          exitCode,
          Excerpts.whole(stderr),
          Excerpts.output(stdout, ""),
          Excerpts.output(stdout, stderr));
    }
  }

  /** It was not run. */
  record Skipped(String reason) implements Outcome {}
}
