package io.polyplug.monorepo.adapters;

/** An install that did not succeed; the message has what the tool wrote. */
public final class InstallFailure extends Exception {
  public InstallFailure(String message) {
    super(message);
  }
}
