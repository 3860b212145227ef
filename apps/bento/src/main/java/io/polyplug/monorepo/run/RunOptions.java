package io.polyplug.monorepo.run;

/**
 * How a run is meant.
 *
 * @param noCache whether results are not looked up; they are kept all the same
 * @param install when dependencies are installed
 */
public record RunOptions(boolean noCache, Install install) {
  /** When dependencies are installed. */
  public enum Install {
    IF_MISSING,
    NEVER,
    ALWAYS
  }
}
