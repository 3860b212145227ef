package io.polyplug.wire;

import io.polyplug.base.UntrustedText;
import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Where and how an {@link HttpTransport} speaks, as data. Made by {@link #at}.
 *
 * @param url used exactly as it is, for every POST and for the GET: absolute, http or https,
 *     without a user
 * @param headers sent with every request and to nobody else; never shown, since they hold secrets
 * @param maxPosts how many POSTs may be under way; further frames wait in their source
 * @param maxOutbound most bytes of a frame that is sent
 * @param maxReply most bytes of the answer to a POST; all answers together may have four times that
 * @param maxEvent most bytes of an event's data
 * @param connectTimeout for one connection; how long an answer takes is the caller's affair
 */
public record HttpEndpoint(
    URI url,
    Map<String, String> headers,
    int maxPosts,
    int maxOutbound,
    int maxReply,
    int maxEvent,
    Duration connectTimeout) {
  private static final int LARGEST = 1 << 30;
  private static final int LAST_PORT = 65_535;
  private static final int SHOWN = 200;

  /** Those that the transport sets itself, or that would change what a request is. */
  private static final Set<String> OURS =
      Set.of(
          "accept",
          "connection",
          "content-length",
          "content-type",
          "expect",
          "host",
          "transfer-encoding",
          "upgrade");

  /** Throws {@link IllegalArgumentException} with one sentence that names what is wrong. */
  public HttpEndpoint {
    headers = Map.copyOf(headers);
    checkUrl(url);
    headers.forEach(HttpEndpoint::checkHeader);
    checkSize("maxPosts", maxPosts);
    checkSize("maxOutbound", maxOutbound);
    checkSize("maxReply", maxReply);
    checkSize("maxEvent", maxEvent);
    if (!connectTimeout.isPositive()) {
      throw new IllegalArgumentException("connectTimeout must be longer than nothing.");
    }
  }

  /** A builder whose start is 64 POSTs, 16 MiB out, 64 MiB in, and 10 s to connect. */
  public static HttpEndpointBuilder at(URI url) {
    return new HttpEndpointBuilder(url);
  }

  private static void checkUrl(URI url) {
    String scheme = url.getScheme() == null ? "" : url.getScheme().toLowerCase(Locale.ROOT);
    if (url.getRawUserInfo() != null) {
      throw new IllegalArgumentException(
          "The URL of "
              + UntrustedText.excerpt(String.valueOf(url.getHost()), SHOWN)
              + " must not have a user or a password in it; give them as a header.");
    }
    boolean web = scheme.equals("http") || scheme.equals("https");
    if (!web || url.getHost() == null || url.getPort() == 0 || url.getPort() > LAST_PORT) {
      throw new IllegalArgumentException(
          "A URL must begin with http:// or https:// and a host with a possible port, this is "
              + UntrustedText.excerpt(url.toString(), SHOWN)
              + ".");
    }
  }

  private static void checkHeader(String name, String value) {
    String shown = UntrustedText.excerpt(name, SHOWN);
    if (OURS.contains(name.toLowerCase(Locale.ROOT))) {
      throw new IllegalArgumentException("The header " + shown + " cannot be set here.");
    }
    if (name.isEmpty() || !name.chars().allMatch(HttpEndpoint::isInName)) {
      throw new IllegalArgumentException("A header cannot have the name \"" + shown + "\".");
    }
    if (!value.chars().allMatch(c -> c == '\t' || (c >= ' ' && c < 0x7F))) {
      // What it is must not be told: it may be a secret.
      throw new IllegalArgumentException(
          "The value of the header " + shown + " must be one line of ASCII.");
    }
  }

  private static boolean isInName(int c) {
    return (c >= '0' && c <= '9')
        || (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || "!#$%&'*+-.^_`|~".indexOf(c) >= 0;
  }

  private static void checkSize(String name, int value) {
    if (value < 1 || value > LARGEST) {
      throw new IllegalArgumentException(
          name + " must be between 1 and " + LARGEST + ", this is " + value + ".");
    }
  }

  /** The URL for people: without its query, which may hold a secret. */
  public String shown() {
    return shown(url);
  }

  /** A URL for people: without its query, which may hold a secret. */
  public static String shown(URI url) {
    String path = url.getRawPath() == null ? "" : url.getRawPath();
    return UntrustedText.excerpt(
        url.getScheme() + "://" + url.getHost() + port(url.getPort()) + path, SHOWN);
  }

  private static String port(int port) {
    return port < 0 ? "" : ":" + port;
  }

  /** Names the headers and not what they hold. */
  @Override
  public String toString() {
    return "HttpEndpoint[" + shown() + ", headers " + headers.keySet() + "]";
  }
}
