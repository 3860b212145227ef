package io.polyplug.wire;

import io.polyplug.base.Clock;
import io.polyplug.base.UntrustedText;
import java.io.IOException;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * HTTP/1.1 with one origin: requests, and the headers that may be secrets, never go to another
 * scheme, host or port, wherever a redirect points. Of redirects only those that keep the method
 * are followed. Safe from any thread; requests block and are ended by an interrupt or by {@link
 * #shutdown}.
 *
 * <p>The JDK's client sends them, save for POSTs without TLS and without a proxy, see {@link
 * PlainPosts}.
 */
public final class SameOriginClient {
  static final int HTTP_PORT = 80;

  private static final int HTTPS_PORT = 443;
  private static final int MOST_HOPS = 5;

  private final HttpEndpoint endpoint;
  private final @Nullable PlainPosts plain;
  private @Nullable HttpClient client;
  private boolean down;

  /** For this endpoint; connects when something is sent. */
  public SameOriginClient(HttpEndpoint endpoint) {
    this.endpoint = endpoint;
    plain =
        isPlain(endpoint.url(), ProxySelector.getDefault())
            ? new PlainPosts(endpoint, Clock.system())
            : null;
  }

  /** Made when it is needed: it has a thread of its own. */
  private synchronized HttpClient client() throws IOException {
    if (down) {
      throw new IOException("closed by this end");
    }
    if (client == null) {
      client = client(endpoint);
    }
    return client;
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

  /** Whether a server is reached without TLS and without a proxy. */
  static boolean isPlain(URI url, @Nullable ProxySelector proxies) {
    return url.getScheme().equalsIgnoreCase("http")
        && (proxies == null
            || isLoopback(url.getHost())
            || proxies.select(url).stream().allMatch(it -> it.type() == Proxy.Type.DIRECT));
  }

  /** Whether a name or an address is that of this machine, told by its spelling. */
  public static boolean isLoopback(String host) {
    String name = host.toLowerCase(Locale.ROOT);
    return name.equals("localhost")
        || name.endsWith(".localhost")
        || name.equals("[::1]")
        || name.matches("127\\.[0-9.]+");
  }

  /** The answer to the one GET. */
  HttpAnswer get() throws IOException, InterruptedException {
    return following(
        url -> send(url, "GET", BodyPublishers.noBody(), "Accept", "text/event-stream"));
  }

  /** The answer to a POST. */
  HttpAnswer post(FrameBytes body) throws IOException, InterruptedException {
    PlainPosts posts = plain;
    if (posts != null) {
      return following(url -> posts.send(url, body));
    }
    // Its length is known, so it is announced and nothing is chunked.
    BodyPublisher bytes = BodyPublishers.ofByteArray(body.array(), body.offset(), body.length());
    return following(
        url -> send(url, "POST", bytes, "Content-Type", "application/json; charset=utf-8"));
  }

  /**
   * The answer to any request, by the JDK's client.
   *
   * @param headers besides those of the endpoint, and in their place where both have one
   * @param body null for none
   */
  public HttpAnswer send(String method, Map<String, String> headers, @Nullable FrameBytes body)
      throws IOException, InterruptedException {
    BodyPublisher bytes =
        body == null
            ? BodyPublishers.noBody()
            : BodyPublishers.ofByteArray(body.array(), body.offset(), body.length());
    return following(
        url -> {
          HttpRequest.Builder request = HttpRequest.newBuilder(url).method(method, bytes);
          endpoint.headers().forEach(request::setHeader);
          headers.forEach(request::setHeader);
          return HttpAnswer.of(client().send(request.build(), head -> new HttpBody()));
        });
  }

  private HttpAnswer send(URI url, String method, BodyPublisher body, String header, String value)
      throws IOException, InterruptedException {
    HttpRequest.Builder request = HttpRequest.newBuilder(url).method(method, body);
    endpoint.headers().forEach(request::setHeader);
    request.setHeader(header, value);
    return HttpAnswer.of(client().send(request.build(), head -> new HttpBody()));
  }

  /** One request to one URL. */
  private interface Hop {
    HttpAnswer at(URI url) throws IOException, InterruptedException;
  }

  private HttpAnswer following(Hop request) throws IOException, InterruptedException {
    URI at = endpoint.url();
    for (int hop = 0; hop <= MOST_HOPS; hop++) {
      HttpAnswer answer = request.at(at);
      URI next = redirect(at, answer);
      if (next == null) {
        return answer;
      }
      answer.body().close();
      at = next;
    }
    throw new IOException("it was redirected more than " + MOST_HOPS + " times");
  }

  private @Nullable URI redirect(URI from, HttpAnswer answer) throws IOException {
    int status = answer.status();
    String location = answer.location();
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
      answer.body().close();
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

  static int port(URI url) {
    if (url.getPort() >= 0) {
      return url.getPort();
    }
    return Objects.equals(url.getScheme().toLowerCase(Locale.ROOT), "https")
        ? HTTPS_PORT
        : HTTP_PORT;
  }

  /** Ends every request, open answers included. Does not block. */
  public synchronized void shutdown() {
    down = true;
    if (client != null) {
      client.shutdownNow();
    }
    if (plain != null) {
      plain.close();
    }
  }
}
