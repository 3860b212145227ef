package io.polyplug.host;

import java.util.Locale;

/**
 * Why a call or a start did not work: the one closed list for all contracts.
 *
 * <p>The code is for programs and never changes; the summary is for people. What the plugin itself
 * answered is not here: that is a {@link PluginError}.
 */
public enum FailureCode {
  /** The program could not be started at all. */
  LAUNCH_FAILED("the plugin's process could not be started"),
  /** The plugin started but did not introduce itself as its contract demands. */
  HANDSHAKE_FAILED("the plugin did not introduce itself as its contract demands"),
  /** A deadline of the host or of the caller passed. */
  TIMEOUT("the plugin did not answer in time"),
  /** The process ended, or closed its output, before the work was done, or ended badly after it. */
  CRASHED("the plugin's process ended unexpectedly"),
  /** The plugin wrote something that its contract does not allow. */
  MALFORMED_RESPONSE("the plugin wrote something its contract does not allow"),
  /** The plugin does not offer the tool that was asked for. */
  TOOL_NOT_EXPOSED("the plugin does not offer this tool"),
  /** Host and plugin speak different versions of the contract. */
  PROTOCOL_VERSION_MISMATCH("the plugin speaks another version of the contract"),
  /** The plugin did not declare, or declared wrongly, the capabilities it was to declare. */
  CAPABILITY_NOT_DECLARED("the plugin did not declare its capabilities properly"),
  /** The plugin asks for a capability that it may not have. */
  CAPABILITY_NOT_ALLOWED("the plugin asks for a capability that is not allowed"),
  /** The plugin used a capability that it was not granted. */
  CAPABILITY_DENIED("the plugin used a capability that was not granted"),
  /** The caller gave up. */
  CANCELLED("the call was cancelled"),
  /** The plugin failed too often and stays locked away until it is reloaded. */
  QUARANTINED("the plugin failed too often and is quarantined until it is reloaded"),
  /** A bound was reached: too many calls, too much data. */
  OVERLOADED("a limit of the host was reached"),
  /** The plugin or its contract has no such thing. */
  UNSUPPORTED("the plugin does not support this"),
  /** The plugin is disabled, stopping or gone. */
  UNAVAILABLE("the plugin is not available"),
  /** The connection to a plugin that is not our process was lost. */
  DISCONNECTED("the connection to the plugin was lost"),
  /** What the caller gave is not acceptable. */
  INVALID_INPUT("the input is not acceptable"),
  /** What the plugin is configured with is wrong; nothing was started. */
  INVALID_CONFIGURATION("the plugin's configuration is wrong");

  private final String code;
  private final String summary;

  FailureCode(String summary) {
    this.code = name().toLowerCase(Locale.ROOT);
    this.summary = summary;
  }

  /** The stable spelling for programs, for example {@code launch_failed}. */
  public String code() {
    return code;
  }

  /** What it means, in a few words for people. */
  public String summary() {
    return summary;
  }
}
