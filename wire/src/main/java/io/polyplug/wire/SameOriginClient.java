package io.polyplug.wire;

import io.polyplug.base.UntrustedText;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * HTTP/1.1 with one origin: requests, and the headers that may be secrets, never go to another
 * scheme, host or port, wherever a redirect points. Of redirects only those that keep the method
 * are followed. Safe from any thread; requests block and are ended by an interrupt or by {@link
 * #shutdown}.
 *
 * <p>Without TLS every POST has a connection of its own, see {@link PostClients}. With TLS that
 * would cost a handshake each time, and who serves that speaks HTTP/1.1.
 */
final class SameOriginClient {
  private static final int MOST_HOPS = 5;

  private final HttpEndpoint endpoint;
  private final HttpClient client;
  private final @Nullable PostClients posts;

  SameOriginClient(HttpEndpoint endpoint) {
    this.endpoint = endpoint;
    client = client(endpoint);
    boolean plain = "http".equalsIgnoreCase(endpoint.url().getScheme());
    posts = plain ? new PostClients(() -> client(endpoint)) : null;
  }

  private static HttpClient client(HttpEndpoint endpoint) {
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(endpoint.connectTimeout())
            .executor(task -> Thread.ofVirtual().name("polyplug-http").start(task));
    if (isLoopback(endpoint.url().getHost())) {
      builder.proxy(HttpClient.Builder.NO_PROXY);
    }
    return builder.build();
  }

  static boolean isLoopback(String host) {
    String name = host.toLowerCase(Locale.ROOT);
    return name.equals("localhost")
        || name.endsWith(".localhost")
        || name.equals("[::1]")
        || name.matches("127\\.[0-9.]+");
  }

  /** The answer to the one GET; its body is the caller's to close. */
  HttpResponse<InputStream> get() throws IOException, InterruptedException {
    return send(
        "GET",
        BodyPublishers.noBody(),
        "Accept",
        "text/event-stream",
        request -> client.send(request, head -> HttpBody.sharing()));
  }

  /**
   * The answer to a POST; its body is the caller's to close.
   *
   * @param hasBody whether an answer without a body would be a fault
   */
  HttpResponse<InputStream> post(FrameBytes body, boolean hasBody)
      throws IOException, InterruptedException {
    // Its length is known, so it is announced and nothing is chunked.
    BodyPublisher bytes = BodyPublishers.ofByteArray(body.array(), body.offset(), body.length());
    return send(
        "POST",
        bytes,
        "Content-Type",
        "application/json; charset=utf-8",
        request ->
            posts == null
                ? client.send(request, head -> HttpBody.sharing())
                : posts.send(request, hasBody));
  }

  private interface Sender {
    HttpResponse<InputStream> send(HttpRequest request) throws IOException, InterruptedException;
  }

  private HttpResponse<InputStream> send(
      String method, BodyPublisher body, String header, String value, Sender sender)
      throws IOException, InterruptedException {
    URI at = endpoint.url();
    for (int hop = 0; hop <= MOST_HOPS; hop++) {
      HttpRequest.Builder request = HttpRequest.newBuilder(at).method(method, body);
      endpoint.headers().forEach(request::setHeader);
      request.setHeader(header, value);
      HttpResponse<InputStream> response = sender.send(request.build());
      URI next = redirect(at, response);
      if (next == null) {
        return response;
      }
      response.body().close();
      at = next;
    }
    throw new IOException("it was redirected more than " + MOST_HOPS + " times");
  }

  private @Nullable URI redirect(URI from, HttpResponse<InputStream> response) throws IOException {
    int status = response.statusCode();
    String location = response.headers().firstValue("Location").orElse(null);
    if ((status != 307 && status != 308) || location == null) {
      return null;
    }
    URI to;
    try {
      to = from.resolve(location);
    } catch (IllegalArgumentException noUrl) {
      to = null;
    }
    if (to == null || !isSameOrigin(endpoint.url(), to)) {
      response.body().close();
      throw new IOException(
          "HTTP "
              + status
              + " redirects to "
              + (to == null || to.getHost() == null
                  ? "\"" + UntrustedText.excerpt(location, 100) + "\""
                  : HttpEndpoint.shown(to))
              + ", which is not followed because it is not the same scheme, host and port");
    }
    return to;
  }

  static boolean isSameOrigin(URI one, URI other) {
    return one.getScheme().equalsIgnoreCase(other.getScheme())
        && other.getHost() != null
        && one.getHost().equalsIgnoreCase(other.getHost())
        && other.getRawUserInfo() == null
        && port(one) == port(other);
  }

  private static int port(URI url) {
    if (url.getPort() >= 0) {
      return url.getPort();
    }
    return Objects.equals(url.getScheme().toLowerCase(Locale.ROOT), "https") ? 443 : 80;
  }

  /** Ends every request, open answers included. Does not block. */
  void shutdown() {
    client.shutdownNow();
    if (posts != null) {
      posts.shutdown();
    }
  }
}
