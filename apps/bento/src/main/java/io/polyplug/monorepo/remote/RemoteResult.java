package io.polyplug.monorepo.remote;

/** What became of a transfer. None of these may fail a build (section 6.11). */
public sealed interface RemoteResult {
  /** It is where it should be. */
  record Done() implements RemoteResult {}

  /** The server does not have it. */
  record Absent() implements RemoteResult {}

  /** It was not done, for a reason that was told once already in this run. */
  record Unavailable() implements RemoteResult {}

  /**
   * It was not done.
   *
   * @param reason a sentence for people, without secrets
   */
  record Failed(String reason) implements RemoteResult {}
}
