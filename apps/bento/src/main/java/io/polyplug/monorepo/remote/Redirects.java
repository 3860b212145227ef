package io.polyplug.monorepo.remote;

import java.net.URI;
import java.net.http.HttpRequest;
import java.util.Locale;

/**
 * Follows redirects: a few, never from https to http, uploads only within their origin, and without
 * any header of ours to another origin. Pure functions.
 */
final class Redirects {
  private static final int MOST = 5;

  private Redirects() {}

  /** Sends one request. */
  interface Sender {
    WebAnswer send(HttpRequest request) throws WebProblem;
  }

  /** A redirect that is not followed is the answer. */
  static WebAnswer follow(HttpRequest request, Sender sender) throws WebProblem {
    HttpRequest at = request;
    for (int hop = 0; hop <= MOST; hop++) {
      WebAnswer answer = sender.send(at);
      String location = answer.location();
      if (!answer.isRedirect() || location == null) {
        return answer;
      }
      URI next = target(at.uri(), location);
      boolean same = sameOrigin(at.uri(), next);
      if (!reads(at) && !(same && (answer.status() == 307 || answer.status() == 308))) {
        return answer;
      }
      at = HttpRequest.newBuilder(at, (_, _) -> same).uri(next).build();
    }
    throw new WebProblem(WebProblem.Kind.BROKEN, "it leads through too many redirects");
  }

  private static boolean reads(HttpRequest request) {
    return request.method().equals("GET") || request.method().equals("HEAD");
  }

  private static URI target(URI from, String location) throws WebProblem {
    URI next;
    try {
      next = from.resolve(location);
    } catch (IllegalArgumentException e) {
      throw new WebProblem(WebProblem.Kind.BROKEN, "it redirects to what is no address");
    }
    if (!isWeb(next) || (from.getScheme().equals("https") && !next.getScheme().equals("https"))) {
      throw new WebProblem(WebProblem.Kind.BROKEN, "it redirects to what is not followed");
    }
    return next;
  }

  /** Whether it is an address that can be asked. */
  static boolean isWeb(URI uri) {
    String scheme = uri.getScheme();
    return scheme != null
        && uri.getHost() != null
        && (scheme.equals("http") || scheme.equals("https"));
  }

  private static boolean sameOrigin(URI one, URI other) {
    return one.getScheme().equals(other.getScheme())
        && one.getHost().toLowerCase(Locale.ROOT).equals(other.getHost().toLowerCase(Locale.ROOT))
        && port(one) == port(other);
  }

  private static int port(URI uri) {
    if (uri.getPort() >= 0) {
      return uri.getPort();
    }
    return uri.getScheme().equals("https") ? 443 : 80;
  }
}
