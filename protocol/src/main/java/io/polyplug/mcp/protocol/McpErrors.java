package io.polyplug.mcp.protocol;

/** Error codes beside those of JSON-RPC itself. */
public final class McpErrors {
  /** Headers of a request over HTTP that are missing or differ from its body. */
  public static final int HEADER_MISMATCH = -32020;

  /** The client did not declare what the request needs. */
  public static final int MISSING_CLIENT_CAPABILITY = -32021;

  /** The version of the request is not spoken. */
  public static final int UNSUPPORTED_VERSION = -32022;

  /** An unknown resource, before the modern revision. */
  public static final int LEGACY_RESOURCE_NOT_FOUND = -32002;

  private McpErrors() {}

  /** Whether only a modern server answers this. */
  public static boolean isModern(int code) {
    return code == HEADER_MISMATCH
        || code == MISSING_CLIENT_CAPABILITY
        || code == UNSUPPORTED_VERSION;
  }
}
