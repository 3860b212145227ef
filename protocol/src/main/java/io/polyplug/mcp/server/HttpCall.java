package io.polyplug.mcp.server;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/**
 * One HTTP request that {@link HttpServer} answers, as some web server hands it over: its sender is
 * known and allowed, its body is read and bounded.
 */
public interface HttpCall {
  /** POST, GET, … */
  String method();

  /**
   * The value of a header, whatever the case of its name. Where a request has it several times all
   * of them, joined by commas: none of them may go unseen.
   */
  Optional<String> header(String name);

  byte[] body();

  /** Answers whole. */
  void answer(int status, Map<String, String> headers, byte[] body) throws IOException;

  /** Answers with an event stream, whose status and headers go out at once. */
  Events events(Map<String, String> headers) throws IOException;

  /** An answer that goes on. Used by one thread at a time. */
  interface Events extends AutoCloseable {
    /** Writes this text and sends it off; throws if the client is gone. */
    void write(String text) throws IOException;

    @Override
    void close() throws IOException;
  }
}
