package io.polyplug.workbench.api;

import io.polyplug.base.UntrustedText;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import io.polyplug.wire.SameOriginClient;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;

/**
 * What the body of {@code POST /api/oauth/token} asks for. Immutable; tells nothing of its secret
 * as text.
 *
 * @param tokenUrl over https, or of this machine
 * @param scope empty for whatever the server gives without one
 */
record TokenRequest(URI tokenUrl, String clientId, String clientSecret, String scope) {
  private static final int LONGEST = 4_096;
  private static final String HIDDEN = "…";

  /** Reads a body; whoever sent something else is told which member is wrong. */
  static TokenRequest of(Json body) throws ApiProblem {
    if (body.kind() != Json.Kind.OBJECT) {
      throw CallRequest.invalid(
          "expected an object with \"tokenUrl\", \"clientId\" and \"clientSecret\"");
    }
    Map<String, Json> members = JsonParts.members(body);
    return new TokenRequest(
        url(required(members, "tokenUrl")),
        required(members, "clientId"),
        required(members, "clientSecret"),
        text(members, "scope").orElse(""));
  }

  private static String required(Map<String, Json> members, String name) throws ApiProblem {
    return text(members, name)
        .filter(it -> !it.isEmpty())
        .orElseThrow(() -> CallRequest.invalid("\"" + name + "\": expected a string, found none"));
  }

  /** Never says what it found: it may be a secret in the wrong place. */
  private static Optional<String> text(Map<String, Json> members, String name) throws ApiProblem {
    Json value = members.get(name);
    if (value == null || value.kind() == Json.Kind.NULL) {
      return Optional.empty();
    }
    String text = value.stringValue();
    if (text == null || text.length() > LONGEST) {
      throw CallRequest.invalid(
          "\"" + name + "\": expected a string of at most " + LONGEST + " characters");
    }
    return Optional.of(text);
  }

  private static URI url(String text) throws ApiProblem {
    try {
      URI url = new URI(text);
      String scheme = String.valueOf(url.getScheme());
      if (url.getHost() != null
          && url.getRawUserInfo() == null
          && url.getRawFragment() == null
          && (scheme.equalsIgnoreCase("https")
              || (scheme.equalsIgnoreCase("http") && SameOriginClient.isLoopback(url.getHost())))) {
        return url;
      }
    } catch (URISyntaxException e) {
      // Said below.
    }
    throw CallRequest.invalid(
        "\"tokenUrl\": expected an https address, or an http address of this machine, without user"
            + " and fragment");
  }

  /** The form of the grant, RFC 6749, section 4.4.2. */
  String form() {
    return "grant_type=client_credentials" + (scope.isBlank() ? "" : "&scope=" + encoded(scope));
  }

  /** How a client says who it is, RFC 6749, section 2.3.1: every server has to take that. */
  String authorization() {
    return "Basic "
        + Base64.getEncoder()
            .encodeToString(
                (encoded(clientId) + ":" + encoded(clientSecret)).getBytes(StandardCharsets.UTF_8));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** The address without what may be secret in it. */
  String shown() {
    String port = tokenUrl.getPort() < 0 ? "" : ":" + tokenUrl.getPort();
    return UntrustedText.excerpt(
        tokenUrl.getScheme() + "://" + tokenUrl.getHost() + port + tokenUrl.getPath(), 200);
  }

  /** What a server said, fit to be shown: without the secret, should the server repeat it. */
  String harmless(String said) {
    return UntrustedText.excerpt(
        said.replace(authorization().substring("Basic ".length()), HIDDEN)
            .replace(clientSecret, HIDDEN)
            .replace(encoded(clientSecret), HIDDEN),
        300);
  }

  @Override
  public String toString() {
    return "a token of " + shown();
  }
}
