package io.polyplug.host;

/** What the supervisor says of a plugin. Contracts map these to their own words. */
public enum PluginState {
  /** No instance; the next call starts one. */
  IDLE,
  /** An instance is being started. */
  STARTING,
  /** At least one instance answers calls. */
  RUNNING,
  /** The last instance ended unasked or did not start; what follows is the contract's policy. */
  DOWN,
  /** Waiting to be started again. */
  BACKOFF,
  /** Failed too often; only a reload brings it back. */
  QUARANTINED,
  /** Being ended. */
  STOPPING,
  /** Ended for good, with its host. */
  CLOSED
}
