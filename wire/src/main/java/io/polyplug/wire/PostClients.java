package io.polyplug.wire;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;

/**
 * POSTs that each have a connection of their own. The JDK's client keeps the connection of an
 * HTTP/1.0 answer for the next request although that server is about to close it; a POST lost that
 * way cannot be told from one that was carried out, so it must not be sent again either. Safe from
 * any thread.
 */
final class PostClients {
  private final Supplier<HttpClient> maker;
  private final HttpClient usual;
  private final Set<HttpClient> others = new HashSet<>();
  private boolean down;

  PostClients(Supplier<HttpClient> maker) {
    this.maker = maker;
    this.usual = maker.get();
  }

  /**
   * Sends one.
   *
   * @param hasBody whether its answer will have a body, after whose last byte we can hang up; the
   *     connection of one that has none can only be given up with its client
   */
  HttpResponse<InputStream> send(HttpRequest request, boolean hasBody)
      throws IOException, InterruptedException {
    if (hasBody) {
      return usual.send(
          request,
          head ->
              HttpBody.hangingUpAfter(
                  head.headers().firstValueAsLong("Content-Length").orElse(Long.MAX_VALUE)));
    }
    HttpClient once = once();
    try {
      return once.send(request, head -> HttpBody.sharing());
    } finally {
      // An answer that is still being read is read to its end.
      once.shutdown();
      forget(once);
    }
  }

  private synchronized HttpClient once() throws IOException {
    if (down) {
      throw new IOException("closed by this end");
    }
    HttpClient client = maker.get();
    others.add(client);
    return client;
  }

  private synchronized void forget(HttpClient client) {
    others.remove(client);
  }

  /** Ends every request, open answers included. Does not block. */
  synchronized void shutdown() {
    down = true;
    usual.shutdownNow();
    others.forEach(HttpClient::shutdownNow);
  }
}
