package io.polyplug.monorepo.remote;

import io.polyplug.base.UntrustedText;
import io.polyplug.wire.InvalidJson;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What a server answered.
 *
 * @param body the first bytes of it, as ISO 8859-1; empty if it went to a file
 * @param location where it says the thing is, if it does
 */
record WebAnswer(int status, String body, @Nullable String location) {
  private static final int MOST_SHOWN = 120;

  boolean isSuccess() {
    return status / 100 == 2;
  }

  boolean isRefusal() {
    return status == 401 || status == 403;
  }

  boolean isWorthARetry() {
    return status / 100 == 5 || status == 429;
  }

  boolean isRedirect() {
    return location != null
        && switch (status) {
          case 301, 302, 303, 307, 308 -> true;
          default -> false;
        };
  }

  byte[] bytes() {
    return body.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** As the result of a transfer that did not come about. */
  RemoteResult failure(String address) {
    if (isRefusal()) {
      return new RemoteResult.Unavailable();
    }
    String room = status == 413 ? ": it is too large for it" : "";
    return new RemoteResult.Failed(
        "The remote cache " + address + " answered " + status + kind() + room);
  }

  /** The kind in the document's error body. */
  private String kind() {
    try {
      Json error = JsonParts.find(Json.parse(bytes()), "error")[0];
      Json kind = error == null ? null : JsonParts.find(error, "kind")[0];
      String text = kind == null ? null : kind.stringValue();
      return text == null ? "" : " (" + UntrustedText.excerpt(text, MOST_SHOWN) + ")";
    } catch (InvalidJson | IllegalArgumentException e) {
      return "";
    }
  }
}
