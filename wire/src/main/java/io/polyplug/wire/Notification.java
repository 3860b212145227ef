package io.polyplug.wire;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A message without a reply.
 *
 * @param params null if there were none, {@link Json#NULL} if they were {@code null}
 */
public record Notification(String method, @Nullable Json params) implements Message {
  /** The params, an empty object if there were none. */
  public Json paramsOrEmpty() {
    return Objects.requireNonNullElse(params, Json.EMPTY_OBJECT);
  }
}
