package io.polyplug.mcp.protocol;

import io.polyplug.wire.CancelMessage;
import io.polyplug.wire.Dialect;
import io.polyplug.wire.Framing;
import io.polyplug.wire.Ndjson;

/** How MCP uses JSON-RPC, for both ends. */
public final class McpDialect {
  /** The largest message of either direction. */
  public static final int MAX_MESSAGE = 16 << 20;

  private static final CancelMessage CANCEL =
      new CancelMessage(McpMethods.CANCELLED, "requestId", "reason");

  /** One message a line. */
  public static final Ndjson LINES =
      new Ndjson(MAX_MESSAGE, MAX_MESSAGE, Ndjson.BlankLines.SKIP, false, Framing.BadUtf8.REPLACE);

  /** For a client: what it reads is judged leniently, a stray line is reported. */
  public static final Dialect CLIENT =
      Dialect.builder().cancelMessage(CANCEL).onTimeout(Dialect.OnTimeout.SEND_CANCEL).build();

  /** For a client over HTTP, where every call has a connection of its own. */
  public static final Dialect HTTP_CLIENT =
      Dialect.builder()
          .cancelMessage(CANCEL)
          .onTimeout(Dialect.OnTimeout.SEND_CANCEL)
          .maxCallsInFlight(64)
          .build();

  /** For a server: a line that is no message is answered. */
  public static final Dialect SERVER =
      Dialect.builder().cancelMessage(CANCEL).badBody(Dialect.OnBadBody.ANSWER_ERROR).build();

  private McpDialect() {}
}
