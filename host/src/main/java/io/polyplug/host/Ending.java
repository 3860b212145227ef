package io.polyplug.host;

/** Why an instance is ended by the host. */
public enum Ending {
  /** Another one may follow: a reload, or an idle instance. */
  FOR_NOW,
  /** The plugin is disabled or removed, or the host ends. */
  FOR_GOOD
}
