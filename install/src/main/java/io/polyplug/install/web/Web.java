package io.polyplug.install.web;

import io.polyplug.base.Deadline;
import io.polyplug.base.UntrustedText;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;

/**
 * Asks servers for things. Redirects are followed by hand: a few at most, never from https to http,
 * and what we authenticate with goes to no other origin than the one it was meant for. All that one
 * of these does has one deadline. Safe from any thread; whoever made it closes it.
 */
public final class Web implements AutoCloseable {
  /** The header that is for one origin only. */
  public static final String AUTHORIZATION = "Authorization";

  private static final int MAX_PORT = 65_535;
  private static final int MAX_REDIRECTS = 5;
  private static final int MAX_APOLOGY = 64 * 1024;
  private static final Duration CONNECT_TIME = Duration.ofSeconds(30);

  private final HttpClient client;
  private final Deadline deadline;

  /** Uses the client, which must not follow redirects by itself, until it is closed with this. */
  public Web(HttpClient client, Deadline deadline) {
    this.client = client;
    this.deadline = deadline;
  }

  /** The client that {@link Web} needs, to be built on. */
  public static HttpClient.Builder client() {
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .connectTimeout(CONNECT_TIME)
        .followRedirects(HttpClient.Redirect.NEVER);
  }

  /**
   * Writes what is there to the stream, up to a bound. The body of any status but 2xx is passed
   * over. Throws {@link FetchProblem} for everything that is not an answer.
   */
  public Answer get(
      URI address, Map<String, String> headers, OutputStream out, long most, ByteWatch watch)
      throws IOException {
    URI at = address;
    Map<String, String> sent = new HashMap<>(headers);
    for (int hop = 0; hop <= MAX_REDIRECTS; hop++) {
      Answer answer = once(at, sent, out, most, watch);
      if (!isRedirect(answer)) {
        return answer;
      }
      URI next = target(at, answer.header("location").getFirst());
      if (!sameOrigin(at, next)) {
        sent.remove(AUTHORIZATION);
      }
      at = next;
    }
    throw new FetchProblem(
        shown(address) + " leads through more than " + MAX_REDIRECTS + " redirects");
  }

  private static boolean isRedirect(Answer answer) {
    return switch (answer.status()) {
      case 301, 302, 303, 307, 308 -> !answer.header("location").isEmpty();
      default -> false;
    };
  }

  private static URI target(URI from, String location) throws FetchProblem {
    URI next;
    try {
      next = checked(from.resolve(location));
    } catch (IllegalArgumentException e) {
      throw new FetchProblem(
          shown(from) + " redirects to something that is no address: " + excerpt(location));
    }
    if (from.getScheme().equalsIgnoreCase("https") && next.getScheme().equalsIgnoreCase("http")) {
      throw new FetchProblem(
          shown(from) + " redirects from https to http, which is not followed: " + shown(next));
    }
    return next;
  }

  /** The address if it is one that can be asked. */
  public static URI checked(URI address) {
    String scheme = address.getScheme();
    boolean known = "http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme);
    if (!known
        || address.getHost() == null
        || address.getPort() == 0
        || address.getPort() > MAX_PORT) {
      throw new IllegalArgumentException("not an http or https address with a host");
    }
    return address;
  }

  /** Whether scheme, host and port are the same. */
  public static boolean sameOrigin(URI one, URI other) {
    return one.getScheme().equalsIgnoreCase(other.getScheme())
        && one.getHost().equalsIgnoreCase(other.getHost())
        && port(one) == port(other);
  }

  private static int port(URI address) {
    if (address.getPort() >= 0) {
      return address.getPort();
    }
    return address.getScheme().equalsIgnoreCase("https") ? 443 : 80;
  }

  private Answer once(
      URI at, Map<String, String> headers, OutputStream out, long most, ByteWatch watch)
      throws IOException {
    HttpRequest.Builder request = HttpRequest.newBuilder(at).timeout(left());
    headers.forEach(request::header);
    CompletableFuture<HttpResponse<Boolean>> future =
        client.sendAsync(
            request.build(),
            info -> {
              long declared = declared(info.headers());
              return info.statusCode() / 100 == 2
                  ? new BoundedBody(out, most, declared, watch)
                  : new BoundedBody(
                      OutputStream.nullOutputStream(), MAX_APOLOGY, -1, (done, all) -> {});
            });
    try {
      HttpResponse<Boolean> response =
          future.get(deadline.left().toMillis(), TimeUnit.MILLISECONDS);
      Map<String, List<String>> all = new HashMap<>();
      response.headers().map().forEach((name, list) -> all.put(lower(name), list));
      return new Answer(at, response.statusCode(), all, response.body());
    } catch (TimeoutException e) {
      future.cancel(true);
      throw tooLate(at);
    } catch (InterruptedException e) {
      future.cancel(true);
      Thread.currentThread().interrupt();
      throw new FetchProblem("The transfer from " + shown(at) + " was interrupted");
    } catch (ExecutionException e) {
      throw problem(at, e.getCause() == null ? e : e.getCause());
    }
  }

  /** What the server says the body will be; what is no number says nothing. */
  private static long declared(HttpHeaders headers) {
    try {
      return headers.firstValueAsLong("content-length").orElse(-1);
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  private Duration left() throws FetchProblem {
    if (deadline.passed()) {
      throw new FetchProblem("The time for the whole transfer is over");
    }
    return deadline.left();
  }

  private static FetchProblem tooLate(URI at) {
    return new FetchProblem(shown(at) + " did not give everything in time");
  }

  private FetchProblem problem(URI at, Throwable cause) {
    return switch (cause) {
      case FetchProblem known -> known;
      case HttpTimeoutException _ when deadline.passed() -> tooLate(at);
      case HttpTimeoutException _ ->
          FetchProblem.unreachable(shown(at) + " cannot be reached: no connection in time");
      case ConnectException _ ->
          FetchProblem.unreachable(
              shown(at) + " cannot be reached: " + reason(cause, "no connection"));
      case SSLException _ ->
          FetchProblem.unreachable(
              shown(at) + " cannot be reached over TLS: " + reason(cause, "TLS failed"));
      case IOException _ ->
          FetchProblem.unreachable(
              "The conversation with "
                  + shown(at)
                  + " broke off: "
                  + reason(cause, "it is not an answer in HTTP"));
      case NumberFormatException _ ->
          new FetchProblem(shown(at) + " cannot be fetched: it gives a length that is no number");
      default ->
          new FetchProblem(
              shown(at) + " cannot be fetched: " + reason(cause, "it is not an answer in HTTP"));
    };
  }

  /** The JDK often says nothing where the name does not resolve or nobody listens. */
  private static String reason(Throwable cause, String otherwise) {
    for (Throwable at = cause; at != null; at = at.getCause()) {
      if (at instanceof java.nio.channels.UnresolvedAddressException) {
        return "the name is not known";
      }
    }
    String message = cause.getMessage();
    return message == null || message.isBlank() ? otherwise : excerpt(message);
  }

  /** An address without what may be secret in it. */
  public static String shown(URI address) {
    String path = address.getRawPath() == null ? "" : address.getRawPath();
    String query = address.getRawQuery() == null ? "" : "?…";
    return excerpt(address.getScheme() + "://" + authority(address) + path) + query;
  }

  private static String authority(URI address) {
    return address.getHost() + (address.getPort() < 0 ? "" : ":" + address.getPort());
  }

  private static String excerpt(String text) {
    return UntrustedText.excerpt(text, 200);
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
