package io.polyplug.install.oci;

import io.polyplug.base.UntrustedText;
import io.polyplug.install.web.Answer;
import io.polyplug.install.web.ByteWatch;
import io.polyplug.install.web.FetchProblem;
import io.polyplug.install.web.Web;
import io.polyplug.wire.InvalidJson;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Asks one registry, anonymously at first, and with a token where it wants one. The token is kept
 * for the rest of the pull and sent to the registry alone. Used by one thread.
 */
final class RegistryClient {
  private static final int MAX_TOKEN = 1024 * 1024;
  private static final Pattern TOKEN = Pattern.compile("[\\x21-\\x7e]{1,65536}");

  private final Web web;
  private final String repository;
  private final String where;
  private @Nullable String token;

  RegistryClient(Web web, String repository, String where) {
    this.web = web;
    this.repository = repository;
    this.where = where;
  }

  Answer get(URI address, Map<String, String> headers, Target target, ByteWatch watch)
      throws IOException {
    Answer first = send(address, headers, target, watch);
    if (first.status() != 401) {
      return first;
    }
    if (!Web.sameOrigin(address, first.address())) {
      throw denied("the storage of the registry does not let us in");
    }
    Challenge challenge =
        Challenge.bearer(first.header("www-authenticate"))
            .orElseThrow(() -> denied("it offers no way to get in without a password"));
    token = token(challenge, address);
    Answer second = send(address, headers, target, watch);
    if (second.status() == 401) {
      throw denied("its own token is not enough");
    }
    return second;
  }

  /** Where a body goes; opened anew for each attempt. */
  record Target(Opening opening, long most) {
    @FunctionalInterface
    interface Opening {
      OutputStream open() throws IOException;
    }
  }

  private Answer send(URI address, Map<String, String> headers, Target target, ByteWatch watch)
      throws IOException {
    Map<String, String> sent = new HashMap<>(headers);
    if (token != null) {
      sent.put(Web.AUTHORIZATION, "Bearer " + token);
    }
    try (OutputStream out = target.opening().open()) {
      return web.get(address, sent, out, target.most(), watch);
    }
  }

  private String token(Challenge challenge, URI registry) throws IOException {
    String realm =
        challenge.parameter("realm").orElseThrow(() -> denied("its challenge has no realm"));
    URI address = realm(realm, challenge);
    if (registry.getScheme().equals("https") && !address.getScheme().equalsIgnoreCase("https")) {
      throw denied("it hands out tokens over plain http");
    }
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    Answer answer = web.get(address, Map.of(), body, MAX_TOKEN, (done, all) -> {});
    if (!answer.ok() || !answer.whole()) {
      throw new FetchProblem(
          "The token request for " + where + " failed with status " + answer.status());
    }
    return tokenIn(body.toByteArray())
        .orElseThrow(() -> new FetchProblem("The token request for " + where + " gave no token"));
  }

  private URI realm(String realm, Challenge challenge) throws FetchProblem {
    StringBuilder address = new StringBuilder(realm);
    address.append(realm.indexOf('?') < 0 ? '?' : '&');
    challenge
        .parameter("service")
        .ifPresent(service -> address.append("service=").append(encoded(service)).append('&'));
    String scope = challenge.parameter("scope").orElse("repository:" + repository + ":pull");
    address.append("scope=").append(encoded(scope));
    try {
      return Web.checked(URI.create(address.toString()));
    } catch (IllegalArgumentException e) {
      throw denied("its realm is no address: " + UntrustedText.excerpt(realm, 100));
    }
  }

  private static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8);
  }

  private static Optional<String> tokenIn(byte[] body) {
    try {
      Json json = Json.parse(body);
      if (json.kind() != Json.Kind.OBJECT) {
        return Optional.empty();
      }
      Map<String, Json> members = JsonParts.members(json);
      return text(members, "token").or(() -> text(members, "access_token"));
    } catch (InvalidJson e) {
      return Optional.empty();
    }
  }

  private static Optional<String> text(Map<String, Json> members, String name) {
    Json value = members.get(name);
    return Optional.ofNullable(value == null ? null : value.stringValue())
        .filter(text -> TOKEN.matcher(text).matches());
  }

  private FetchProblem denied(String why) {
    return new FetchProblem("The registry wants authentication for " + where + ": " + why);
  }
}
