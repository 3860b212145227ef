package io.polyplug.gateway;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Who may talk to a gateway on loopback: who knows the token, and reached us under a name of this
 * very machine, from no page of another origin. So a web page that somebody visits cannot, even if
 * it has our address under a name of its own. Immutable.
 *
 * @param token empty if none is asked for, which is for tests
 */
record DoorRules(int port, Optional<String> token) {
  private static final List<String> NAMES = List.of("localhost", "127.0.0.1", "[::1]");
  private static final String BEARER = "bearer ";

  /** Why somebody is turned away: a status and a sentence. */
  record Refusal(int status, String sentence) {}

  Optional<Refusal> judge(
      Optional<String> host, Optional<String> origin, Optional<String> authorization) {
    if (host.filter(this::isOurs).isEmpty()) {
      return refuse(403, "the Host of the request is not this machine's loopback");
    }
    if (origin.isPresent() && !isOurOrigin(origin.get())) {
      return refuse(403, "the Origin of the request is another site");
    }
    if (token.isPresent() && !isToken(authorization.orElse(""))) {
      return refuse(401, "send the token that was printed at the start: Authorization: Bearer …");
    }
    return Optional.empty();
  }

  private static Optional<Refusal> refuse(int status, String sentence) {
    return Optional.of(new Refusal(status, sentence));
  }

  private boolean isOurs(String host) {
    String lower = host.toLowerCase(Locale.ROOT);
    return NAMES.stream().anyMatch(name -> lower.equals(name + ":" + port));
  }

  private boolean isOurOrigin(String origin) {
    String lower = origin.toLowerCase(Locale.ROOT);
    return lower.startsWith("http://") && isOurs(lower.substring("http://".length()));
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
