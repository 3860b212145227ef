package io.polyplug.monorepo.run;

/**
 * How a run is meant.
 *
 * @param noCache whether results are not looked up; they are kept all the same
 * @param install when dependencies are installed
 * @param onlyKept whether the run ends, as an interrupted one, before anything would have to be
 *     installed or run
 */
public record RunOptions(boolean noCache, Install install, boolean onlyKept) {
  public RunOptions(boolean noCache, Install install) {
    this(noCache, install, false);
  }

  public RunOptions withOnlyKept() {
    return new RunOptions(noCache, install, true);
  }

  /** When dependencies are installed. */
  public enum Install {
    IF_MISSING,
    NEVER,
    ALWAYS
  }
}
