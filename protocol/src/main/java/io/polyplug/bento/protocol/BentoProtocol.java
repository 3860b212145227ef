package io.polyplug.bento.protocol;

import io.polyplug.wire.ContentLength;
import io.polyplug.wire.Dialect;
import io.polyplug.wire.Framing;
import java.util.Set;

/**
 * What the contract fixes for both ends: framing, dialect, method names and numbers (section 2).
 */
public final class BentoProtocol {
  /** The one version that both ends must speak (2.10). */
  public static final int VERSION = 1;

  /** The release whose behaviour this is; told to plugins, and part of cache keys (2.5, 6.5). */
  public static final String COMPATIBLE_VERSION = "0.2.0";

  /** What the file names of plugins begin with (3). */
  public static final String FILE_PREFIX = "bento-adapter-";

  // Host to plugin (2.5).
  public static final String INITIALIZE = "initialize";
  public static final String DETECT = "detect";
  public static final String REQUIRED_TOOLCHAIN = "requiredToolchain";
  public static final String RESOLVED_TOOLCHAIN_FINGERPRINT = "resolvedToolchainFingerprint";
  public static final String INSTALL = "install";
  public static final String PARSE_DIAGNOSTICS = "parseDiagnostics";
  public static final String SHUTDOWN = "shutdown";

  /** Plugin to host (2.6). */
  public static final String LOG = "notifications/log";

  // Errors (2.8).
  public static final int METHOD_NOT_FOUND = -32601;
  public static final int INSTALL_FAILED = 2001;
  public static final int TOOLCHAIN_UNPARSEABLE = 2002;
  public static final int IO_ERROR = 2003;
  public static final int INTERNAL_ERROR = 2099;

  /** The parsers of diagnostics that a host has itself (2.5, 7). */
  public static final Set<String> BUILT_IN_PARSERS =
      Set.of("cargo-message", "golangci-lint", "eslint", "ruff");

  private BentoProtocol() {}

  /** Content-Length; lenient with line ends and other headers, bodies up to 64 MiB (2.2). */
  public static Framing framing() {
    return ContentLength.LENIENT;
  }

  /** One request at a time, and little patience with what breaks the rules (2.3, 2.9, 12). */
  public static Dialect dialect() {
    return Dialect.builder()
        .jsonrpc(Dialect.JsonrpcMember.MUST_BE_PRESENT)
        .unknownReply(Dialect.UnknownReply.FATAL)
        .unhandledRequest(Dialect.UnhandledRequest.FATAL)
        .badBody(Dialect.OnBadBody.FATAL)
        .nullIdError(Dialect.NullIdError.OF_THE_ONLY_CALL)
        .missingResultIsNull(true)
        .maxCallsInFlight(1)
        .deadlineStart(Dialect.DeadlineStart.TURN)
        .onTimeout(Dialect.OnTimeout.END_PEER)
        .build();
  }
}
