package io.polyplug.door;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Locale;
import java.util.Optional;

/**
 * Who may come in: who knows the token, and reached us under a name that is ours, from no page of
 * another origin. So a web page that somebody visits cannot, even if it has our address under a
 * name of its own. Immutable.
 *
 * @param port the one it was opened on
 * @param token empty if none is asked for, which is for tests
 */
record DoorRules(Reach reach, int port, Optional<String> token) {
  private static final String BEARER = "bearer ";

  /** Why somebody is turned away: a status and a sentence. */
  record Refusal(int status, String sentence) {}

  /**
   * Judges a request by its headers.
   *
   * @param open whether what it asks for is for everybody who reaches us
   */
  Optional<Refusal> judge(
      Optional<String> host,
      Optional<String> origin,
      Optional<String> authorization,
      boolean open) {
    if (host.filter(this::isOurs).isEmpty()) {
      return refuse(403, "the Host of the request is none of this door's");
    }
    if (origin.isPresent() && !isOurOrigin(origin.get())) {
      return refuse(403, "the Origin of the request is another site");
    }
    if (!open && token.isPresent() && !isToken(authorization.orElse(""))) {
      return refuse(401, "send the token that was printed at the start: Authorization: Bearer …");
    }
    return Optional.empty();
  }

  private static Optional<Refusal> refuse(int status, String sentence) {
    return Optional.of(new Refusal(status, sentence));
  }

  /** A name of ours with our port, which browsers leave out where it is the scheme's own. */
  private boolean isOurs(String host) {
    int colon = host.lastIndexOf(':');
    boolean hasPort = colon > host.lastIndexOf(']');
    if (hasPort ? !host.endsWith(":" + port) : port != usualPort()) {
      return false;
    }
    return Reach.canonical(hasPort ? host.substring(0, colon) : host)
        .filter(reach.names()::contains)
        .isPresent();
  }

  private int usualPort() {
    return reach.tls().isPresent() ? 443 : 80;
  }

  private boolean isOurOrigin(String origin) {
    String scheme = reach.scheme() + "://";
    return origin.regionMatches(true, 0, scheme, 0, scheme.length())
        && isOurs(origin.substring(scheme.length()));
  }

  /** Compared in constant time, so that nobody learns it letter by letter. */
  private boolean isToken(String authorization) {
    if (!authorization.toLowerCase(Locale.ROOT).startsWith(BEARER)) {
      return false;
    }
    byte[] given =
        authorization.substring(BEARER.length()).strip().getBytes(StandardCharsets.UTF_8);
    return MessageDigest.isEqual(given, token.orElse("").getBytes(StandardCharsets.UTF_8));
  }
}
