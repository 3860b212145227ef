package io.polyplug.monorepo.remote;

import io.polyplug.base.UntrustedText;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;

/** What {@code cache.remote} can name (section 6.11, and Bazel's caches over HTTP). */
sealed interface RemoteAddress {
  /** The document's protocol below a base without a slash at its end. */
  record Bento(URI base) implements RemoteAddress {}

  /**
   * A cache as Bazel uses them.
   *
   * @param userInfo as it is written in the address, percent signs included
   */
  record Bazel(URI base, Optional<String> userInfo) implements RemoteAddress {}

  /**
   * A bucket.
   *
   * @param prefix without slashes around it; may be empty
   */
  record S3(String bucket, String prefix) implements RemoteAddress {}

  /** Empty for what is none of these. */
  static Optional<RemoteAddress> parse(String text) {
    URI uri;
    try {
      uri = new URI(text.strip());
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
    String scheme = uri.getScheme();
    if (scheme == null
        || uri.getHost() == null
        || uri.getRawQuery() != null
        || uri.getRawFragment() != null) {
      return scheme != null && scheme.equals("s3") ? bucket(uri) : Optional.empty();
    }
    return switch (scheme) {
      case "bento" -> bento(uri, "https");
      case "http", "https" -> bento(uri, scheme);
      case "bazel+http" -> bazel(uri, "http");
      case "bazel+https" -> bazel(uri, "https");
      case "s3" -> bucket(uri);
      default -> Optional.empty();
    };
  }

  /** This protocol knows tokens only, so a password in the address is a mistake. */
  private static Optional<RemoteAddress> bento(URI uri, String scheme) {
    return uri.getRawUserInfo() == null
        ? Optional.of(new Bento(base(uri, scheme)))
        : Optional.empty();
  }

  private static Optional<RemoteAddress> bazel(URI uri, String scheme) {
    return Optional.of(new Bazel(base(uri, scheme), Optional.ofNullable(uri.getRawUserInfo())));
  }

  /** Buckets need not be names of hosts, so the authority is taken as it is. */
  private static Optional<RemoteAddress> bucket(URI uri) {
    String bucket = uri.getRawAuthority();
    if (bucket == null || bucket.indexOf('@') >= 0 || bucket.indexOf(':') >= 0) {
      return Optional.empty();
    }
    String path = uri.getPath() == null ? "" : uri.getPath();
    return Optional.of(new S3(bucket, trimmed(path)));
  }

  private static URI base(URI uri, String scheme) {
    String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
    String path = trimmed(uri.getRawPath());
    String below = path.isEmpty() ? "" : "/" + path;
    return URI.create(scheme + "://" + uri.getHost() + port + below);
  }

  private static String trimmed(String path) {
    int from = 0;
    int to = path.length();
    while (from < to && path.charAt(from) == '/') {
      from++;
    }
    while (to > from && path.charAt(to - 1) == '/') {
      to--;
    }
    return path.substring(from, to);
  }

  /** For people; a base holds no secrets. */
  static String shown(URI base) {
    return UntrustedText.excerpt(base.toString(), 200);
  }
}
