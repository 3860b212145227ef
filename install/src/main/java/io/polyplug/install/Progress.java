package io.polyplug.install;

/** Hears how far an installation is; called often, from any thread, one call at a time. */
public interface Progress {
  /** Nobody looks. */
  Progress NONE = (what, done, all) -> {};

  /**
   * So far.
   *
   * @param what is going on, in one word or two
   * @param done bytes so far
   * @param all bytes in the end; negative if that is not known
   */
  void at(String what, long done, long all);
}
