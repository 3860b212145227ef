package io.polyplug.bowire.protocol;

import java.util.Locale;
import java.util.Optional;

/** How a method is used (5.5). */
public enum MethodType {
  /** One message each way. */
  UNARY("Unary"),
  /** One message out, many back. */
  SERVER_STREAMING("ServerStreaming"),
  /** Many messages out, one back. */
  CLIENT_STREAMING("ClientStreaming"),
  /** Many messages each way. */
  DUPLEX("Duplex");

  private final String wireName;

  MethodType(String wireName) {
    this.wireName = wireName;
  }

  /** The spelling that we send. */
  public String wireName() {
    return wireName;
  }

  static Optional<MethodType> named(String text) {
    return switch (text.strip().toLowerCase(Locale.ROOT)) {
      case "unary" -> Optional.of(UNARY);
      case "serverstreaming" -> Optional.of(SERVER_STREAMING);
      case "clientstreaming" -> Optional.of(CLIENT_STREAMING);
      case "duplex", "bidirectional", "bidistreaming", "duplexstreaming" -> Optional.of(DUPLEX);
      default -> Optional.empty();
    };
  }

  static MethodType of(boolean clientStreaming, boolean serverStreaming) {
    if (clientStreaming) {
      return serverStreaming ? DUPLEX : CLIENT_STREAMING;
    }
    return serverStreaming ? SERVER_STREAMING : UNARY;
  }
}
