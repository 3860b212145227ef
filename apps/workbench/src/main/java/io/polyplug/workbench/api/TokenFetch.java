package io.polyplug.workbench.api;

import io.polyplug.base.Clock;
import io.polyplug.base.Deadline;
import io.polyplug.base.UntrustedText;
import io.polyplug.wire.InvalidJson;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import io.polyplug.wire.SameOriginClient;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Asks an authorization server for a token, with the credentials of a client. What it answers is
 * bounded in time and in bytes, and no redirect is followed, since the secret is for one server
 * alone. Safe from any thread.
 */
record TokenFetch(Clock clock) {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int MOST_BYTES = 64 << 10;

  /** What may stand in a header, RFC 6749, appendix A.12. */
  private static final Pattern TOKEN = Pattern.compile("[\\x20-\\x7e]+");

  /**
   * What the server gave.
   *
   * @param expiresIn in seconds, if it says so
   */
  record Token(String accessToken, String tokenType, OptionalLong expiresIn) {}

  /** The token; a problem of one sentence, without the secret, for everything else. */
  Token of(TokenRequest wanted) throws ApiProblem {
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(PATIENCE)
            .executor(task -> Thread.ofVirtual().name("polyplug-oauth").start(task));
    if (SameOriginClient.isLoopback(wanted.tokenUrl().getHost())) {
      builder.proxy(HttpClient.Builder.NO_PROXY);
    }
    HttpClient client = builder.build();
    try {
      return read(wanted, answer(wanted, client));
    } finally {
      client.shutdownNow();
    }
  }

  private HttpResponse<byte[]> answer(TokenRequest wanted, HttpClient client) throws ApiProblem {
    HttpRequest request =
        HttpRequest.newBuilder(wanted.tokenUrl())
            .header("Authorization", wanted.authorization())
            .header("Content-Type", "application/x-www-form-urlencoded")
            .header("Accept", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(wanted.form()))
            .build();
    CompletableFuture<HttpResponse<byte[]>> future =
        client.sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), MOST_BYTES));
    try {
      return Deadline.in(PATIENCE, clock).get(future);
    } catch (TimeoutException e) {
      throw unavailable(
          wanted, "did not answer within " + PATIENCE.toSeconds() + " seconds; try again later");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unavailable(wanted, "was not waited for, since the workbench ends");
    } catch (ExecutionException e) {
      throw unavailable(wanted, wanted.harmless(problem(e.getCause())));
    } finally {
      future.cancel(true);
    }
  }

  private static String problem(@Nullable Throwable cause) {
    return cause instanceof ConnectException
        ? "cannot be reached: " + reason(cause, "no connection")
        : "gave no answer of at most %d KiB: %s"
            .formatted(MOST_BYTES / 1024, reason(cause, "it is not HTTP"));
  }

  /** The JDK often says nothing where the name does not resolve or nobody listens. */
  private static String reason(@Nullable Throwable cause, String otherwise) {
    String message = cause == null ? null : cause.getMessage();
    return message == null || message.isBlank() ? otherwise : message;
  }

  private static Token read(TokenRequest wanted, HttpResponse<byte[]> answer) throws ApiProblem {
    int status = answer.statusCode();
    if (status / 100 == 3) {
      String to = answer.headers().firstValue("location").orElse("elsewhere");
      throw refused(
          wanted,
          "answered %d and leads to %s, which is not followed; give the address of the token itself"
              .formatted(status, wanted.harmless(to)));
    }
    Map<String, Json> members = members(answer.body());
    if (status / 100 != 2) {
      String why = said(members, "error").orElse("it gives no reason");
      String more = said(members, "error_description").map(it -> ": " + it).orElse("");
      throw refused(wanted, "answered %d: %s".formatted(status, wanted.harmless(why + more)));
    }
    String token = said(members, "access_token").orElse("");
    if (!TOKEN.matcher(token).matches()) {
      throw refused(
          wanted,
          "answered %d without an \"access_token\" that could be used; is it the address of tokens?"
              .formatted(status));
    }
    return new Token(
        token,
        UntrustedText.excerpt(said(members, "token_type").orElse("Bearer"), 40),
        seconds(members.get("expires_in")));
  }

  /** None for whatever is no object of JSON. */
  private static Map<String, Json> members(byte[] body) {
    try {
      Json json = Json.parse(body);
      return json.kind() == Json.Kind.OBJECT ? JsonParts.members(json) : Map.of();
    } catch (InvalidJson e) {
      return Map.of();
    }
  }

  private static Optional<String> said(Map<String, Json> members, String name) {
    return Optional.ofNullable(members.get(name)).map(Json::stringValue);
  }

  private static OptionalLong seconds(@Nullable Json value) {
    try {
      long seconds = value == null ? -1 : Long.parseLong(value.toString());
      return seconds < 0 ? OptionalLong.empty() : OptionalLong.of(seconds);
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  private static ApiProblem refused(TokenRequest wanted, String what) {
    return new ApiProblem(502, "token_refused", wanted.shown() + " " + what);
  }

  private static ApiProblem unavailable(TokenRequest wanted, String what) {
    return new ApiProblem(502, "token_unavailable", wanted.shown() + " " + what);
  }
}
