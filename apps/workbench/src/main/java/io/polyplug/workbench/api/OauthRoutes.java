package io.polyplug.workbench.api;

import io.polyplug.base.Clock;
import io.polyplug.door.Refused;
import java.io.IOException;
import java.util.concurrent.Semaphore;

/**
 * {@code POST /api/oauth/token} with {@code {"tokenUrl": …, "clientId": …, "clientSecret": …,
 * "scope": …}}: a token by the grant of client credentials, which a page that may ask nobody else
 * cannot fetch itself. Nothing of it is kept or logged here. Safe from any thread.
 */
record OauthRoutes(TokenFetch fetch, Semaphore room) {
  private static final int MOST_AT_ONCE = 4;

  OauthRoutes(Clock clock) {
    this(new TokenFetch(clock), new Semaphore(MOST_AT_ONCE));
  }

  void addTo(Routes.Builder routes) {
    routes.add("POST", "/api/oauth/token", this::token);
  }

  private void token(ApiCall call) throws IOException, Refused, ApiProblem {
    TokenRequest wanted = TokenRequest.of(call.json());
    TokenFetch.Token token = fetched(wanted);
    call.object(
        out -> {
          out.writeStringProperty("accessToken", token.accessToken());
          out.writeStringProperty("tokenType", token.tokenType());
          token.expiresIn().ifPresent(it -> out.writeNumberProperty("expiresIn", it));
        });
  }

  private TokenFetch.Token fetched(TokenRequest wanted) throws ApiProblem {
    if (!room.tryAcquire()) {
      throw new ApiProblem(
          503, "busy", "%d tokens are asked for already; try again".formatted(MOST_AT_ONCE));
    }
    try {
      return fetch.of(wanted);
    } finally {
      room.release();
    }
  }
}
