package io.polyplug.door;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Fields;
import org.jspecify.annotations.Nullable;

/** One request that Jetty brought. Closed when it was served. */
final class JettyExchange implements Exchange, AutoCloseable {
  private final Request request;
  private final Response response;
  private final String path;
  private final BodyReader bodies;
  private BodyReader.@Nullable Body body;

  JettyExchange(Request request, Response response, String path, BodyReader bodies) {
    this.request = request;
    this.response = response;
    this.path = path;
    this.bodies = bodies;
  }

  @Override
  public String method() {
    return request.getMethod();
  }

  @Override
  public String path() {
    return path;
  }

  @Override
  public Optional<String> parameter(String name) {
    Fields.Field field = Request.extractQueryParameters(request).get(name);
    return field == null ? Optional.empty() : Optional.ofNullable(field.getValue());
  }

  @Override
  public Optional<String> header(String name) {
    return header(request, name);
  }

  static Optional<String> header(Request request, String name) {
    List<String> values = request.getHeaders().getValuesList(name);
    return values.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", values));
  }

  @Override
  public byte[] body() throws IOException, Refused {
    if (body == null) {
      body = bodies.read(Content.Source.asInputStream(request));
    }
    return body.bytes();
  }

  @Override
  public InputStream upload(long atMost) {
    return new FilterInputStream(Content.Source.asInputStream(request)) {
      private long left = atMost;

      @Override
      public int read() throws IOException {
        int one = super.read();
        if (one >= 0) {
          count(1);
        }
        return one;
      }

      @Override
      public int read(byte[] into, int from, int length) throws IOException {
        int some = super.read(into, from, length);
        count(Math.max(0, some));
        return some;
      }

      private void count(int some) throws IOException {
        left -= some;
        if (left < 0) {
          throw new IOException(new Refused(413, "the body has at most " + atMost + " bytes"));
        }
      }
    };
  }

  @Override
  public void answer(int status, Map<String, String> headers, byte[] whole) throws IOException {
    begin(status, headers);
    Content.Sink.write(response, true, ByteBuffer.wrap(whole));
  }

  @Override
  public Events events(Map<String, String> headers) throws IOException {
    begin(200, headers);
    return new Events() {
      @Override
      public void write(String text) throws IOException {
        Content.Sink.write(response, false, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
      }

      @Override
      public void close() throws IOException {
        Content.Sink.write(response, true, ByteBuffer.allocate(0));
      }
    };
  }

  private void begin(int status, Map<String, String> headers) {
    response.setStatus(status);
    headers.forEach((name, value) -> response.getHeaders().put(name, value));
  }

  @Override
  public void close() {
    if (body != null) {
      body.close();
    }
  }
}
