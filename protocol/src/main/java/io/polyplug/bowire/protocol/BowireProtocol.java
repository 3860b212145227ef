package io.polyplug.bowire.protocol;

import io.polyplug.wire.Dialect;
import io.polyplug.wire.ErrorObject;
import io.polyplug.wire.Framing;
import io.polyplug.wire.Ndjson;

/** The names and numbers of the contract's wire (section 5). */
public final class BowireProtocol {
  /** What the host puts before a sidecar's own error code (5.6). */
  public static final String ERROR_PREFIX = "sidecar:";

  /** The one version of the handshake that there is (5.4). */
  public static final int VERSION = 1;

  /** The handshake, the first request of every connection. */
  public static final String INITIALIZE = "initialize";

  /** Asks whether the sidecar is alive. */
  public static final String PING = "ping";

  /** Asks the sidecar to end. */
  public static final String SHUTDOWN = "shutdown";

  /** Asks for the services behind a URL. */
  public static final String DISCOVER = "discover";

  /** Calls a method once. */
  public static final String INVOKE = "invoke";

  /** Calls a method that answers with many messages. */
  public static final String INVOKE_STREAM = "invokeStream";

  /** Opens a duplex channel. */
  public static final String OPEN_CHANNEL = "openChannel";

  /** Sends one message into a channel. */
  public static final String CHANNEL_SEND = "channel.send";

  /** Closes the send side of a channel. */
  public static final String CHANNEL_CLOSE = "channel.close";

  /** One message of a stream. */
  public static final String STREAM_DATA = "$/stream/data";

  /** The end of a stream. */
  public static final String STREAM_END = "$/stream/end";

  /** One message of a channel. */
  public static final String CHANNEL_DATA = "$/channel/data";

  /** The end of a channel. */
  public static final String CHANNEL_CLOSED = "$/channel/closed";

  /** What an error has that says nothing of itself (5.2). */
  public static final ErrorObject UNTOLD_ERROR = new ErrorObject(-32000, "sidecar error");

  /** The longest line that we read (5.1). */
  public static final int MAX_INBOUND = 64 << 20;

  /** The longest line that we send: the Go SDK ends on longer ones (5.1). */
  public static final int MAX_OUTBOUND = 16 << 20;

  private BowireProtocol() {}

  /** One message per line (5.1). */
  public static Framing framing() {
    return new Ndjson(
        MAX_INBOUND, MAX_OUTBOUND, Ndjson.BlankLines.SKIP, false, Framing.BadUtf8.REPLACE);
  }

  /** Over stdio: a request of the sidecar, which the contract does not have, is refused (5.2). */
  public static Dialect stdioDialect() {
    return dialect(Dialect.UnhandledRequest.ANSWER_METHOD_NOT_FOUND);
  }

  /** Over HTTP: there is nowhere to answer a request of the sidecar, so it is only noted (5.2). */
  public static Dialect httpDialect() {
    return dialect(Dialect.UnhandledRequest.REPORT);
  }

  private static Dialect dialect(Dialect.UnhandledRequest requests) {
    return Dialect.builder()
        .jsonrpc(Dialect.JsonrpcMember.IGNORED)
        .unhandledRequest(requests)
        .numericStringIds(true)
        .errorDefaults(UNTOLD_ERROR)
        .missingResultIsNull(true)
        .asciiOnly(true)
        .build();
  }
}
