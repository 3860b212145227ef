package io.polyplug.mcp.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/** A request without a network; its answer can be waited for. */
final class FakeCall implements HttpCall {
  private final String method;
  private final byte[] body;
  private final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  final CompletableFuture<Integer> status = new CompletableFuture<>();
  final CompletableFuture<Map<String, String>> answerHeaders = new CompletableFuture<>();
  final CountDownLatch streaming = new CountDownLatch(1);
  final CountDownLatch ended = new CountDownLatch(1);
  volatile boolean gone;

  FakeCall(String method, String body, String... more) {
    this.method = method;
    this.body = body.getBytes(UTF_8);
    headers.put("Content-Type", "application/json");
    headers.put("Accept", "application/json, text/event-stream");
    for (int i = 0; i < more.length; i += 2) {
      headers.put(more[i], more[i + 1]);
    }
  }

  /** Has it handled on a thread of its own. */
  FakeCall to(HttpServer server) {
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                server.handle(this);
              } catch (IOException | InterruptedException e) {
                status.completeExceptionally(e);
              } finally {
                ended.countDown();
              }
            });
    return this;
  }

  @Override
  public String method() {
    return method.toUpperCase(Locale.ROOT);
  }

  @Override
  public Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name));
  }

  @Override
  public byte[] body() {
    return body;
  }

  @Override
  public void answer(int code, Map<String, String> more, byte[] whole) {
    answerHeaders.complete(more);
    status.complete(code);
  }

  @Override
  public Events events(Map<String, String> more) {
    answerHeaders.complete(more);
    status.complete(200);
    return new Events() {
      @Override
      public void write(String text) throws IOException {
        if (gone) {
          throw new IOException("gone");
        }
        streaming.countDown();
      }

      @Override
      public void close() {}
    };
  }
}
