package io.polyplug.mcp;

import io.polyplug.host.Failure;
import io.polyplug.host.Replies;
import io.polyplug.mcp.protocol.ToolHeaders;
import io.polyplug.wire.Peer;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * A connection to one server: how it is reached and how it ends, where stdio and HTTP differ. Safe
 * from any thread.
 */
interface McpLink {
  Peer peer();

  /** The process, if it is ours. */
  OptionalLong pid();

  /** Completes once, when the connection is over, with the reason. */
  CompletionStage<Failure> gone();

  /** Waits for replies, with this connection's reasons for those that do not come. */
  Replies replies();

  /** The last lines it wrote to standard error, escaped; none for a service. */
  List<String> lastWords();

  /** Whether a request that failed did so because the server does not speak its revision. */
  Refusal refusal();

  /** What to do about the last message that could not be sent: a sentence, or nothing. */
  String hint();

  /** The server was asked for a handshake of this era; what follows is sent accordingly. */
  void speaking(Speech speech);

  /** The server has answered, and everything may follow. */
  void met(boolean modern);

  /** Whether arguments of tools travel in headers too, and so the tools must be known. */
  boolean needsTools();

  /** Which of them do, by the name of the tool. */
  void tools(Function<String, ToolHeaders> marked);

  /** Whether the server has forgotten us since this was asked last, and must be greeted again. */
  boolean isForgotten();

  /** What the last message that could not be sent says of the server. */
  enum Refusal {
    /** It could not be asked at all. */
    UNREACHABLE,
    /** It does not let us in. */
    UNAUTHORIZED,
    /** It answered, but not as a server of this revision does. */
    NOT_UNDERSTOOD
  }

  /**
   * How requests are sent.
   *
   * @param version of the protocol; empty before a legacy server has said it
   */
  record Speech(String version, boolean modern) {}

  /** Ends one that was not met properly. */
  void drop();

  /** Ends it; returns when it is gone. */
  void close();
}
