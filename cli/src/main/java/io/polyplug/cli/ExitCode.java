package io.polyplug.cli;

import io.polyplug.host.FailureCode;
import io.polyplug.host.PluginError;
import io.polyplug.host.PluginException;
import io.polyplug.host.PluginFailure;

/** What the command ends with; documented, and never changed. */
final class ExitCode {
  static final int OK = 0;

  /** The plugin answered with an error of its own. */
  static final int PLUGIN_ERROR = 1;

  /** The installed plugins could not be changed, or are not as they were installed. */
  static final int NOT_DONE = 1;

  /** The command was not used as it must be. */
  static final int USAGE = 2;

  /** The plugin failed; its code is printed. */
  static final int FAILURE = 3;

  /** Something is wrong with the configuration. */
  static final int CONFIGURATION = 4;

  /** Polyplug itself failed: a defect, or output that could not be written. */
  static final int INTERNAL = 5;

  /** What a shell calls a program that was ended by Ctrl-C. */
  static final int INTERRUPTED = 130;

  /** What a shell adds to the number of the signal that ended a program. */
  static final int SIGNALLED = 128;

  private ExitCode() {}

  static int of(PluginException problem) {
    return switch (problem) {
      case PluginError _ -> PLUGIN_ERROR;
      case PluginFailure failure -> of(failure.failure().code());
    };
  }

  private static int of(FailureCode code) {
    return switch (code) {
      case INVALID_CONFIGURATION -> CONFIGURATION;
      case INVALID_INPUT -> USAGE;
      case LAUNCH_FAILED,
          HANDSHAKE_FAILED,
          TIMEOUT,
          CRASHED,
          MALFORMED_RESPONSE,
          TOOL_NOT_EXPOSED,
          PROTOCOL_VERSION_MISMATCH,
          CAPABILITY_NOT_DECLARED,
          CAPABILITY_NOT_ALLOWED,
          CAPABILITY_DENIED,
          CANCELLED,
          QUARANTINED,
          OVERLOADED,
          UNSUPPORTED,
          UNAVAILABLE,
          DISCONNECTED ->
          FAILURE;
    };
  }
}
