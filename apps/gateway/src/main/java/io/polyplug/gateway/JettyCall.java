package io.polyplug.gateway;

import io.polyplug.mcp.server.HttpCall;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;

/** One request that Jetty brought. Writes block the thread that writes. */
record JettyCall(Request request, Response response, byte[] body) implements HttpCall {
  @Override
  public String method() {
    return request.getMethod();
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
  public void answer(int status, Map<String, String> headers, byte[] whole) throws IOException {
    begin(status, headers);
    Content.Sink.write(response, true, ByteBuffer.wrap(whole));
  }

  @Override
  public Events events(Map<String, String> headers) {
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
}
