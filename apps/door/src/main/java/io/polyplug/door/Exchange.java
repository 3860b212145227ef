package io.polyplug.door;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;

/** One request and its answer. Used by the thread that serves it; writes block it. */
public interface Exchange {
  /** POST, GET, … */
  String method();

  /** The path, decoded and without dots. */
  String path();

  /** A parameter of the query; the first of several. */
  Optional<String> parameter(String name);

  /**
   * The value of a header, whatever the case of its name. Where a request has it several times all
   * of them, joined by commas: none of them may go unseen.
   */
  Optional<String> header(String name);

  /** The whole body, which the limits of the door bound. Reads it the first time. */
  byte[] body() throws IOException, Refused;

  /** The body as it comes, at most so many bytes: more are {@link Refused} as an IOException. */
  InputStream upload(long atMost);

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
