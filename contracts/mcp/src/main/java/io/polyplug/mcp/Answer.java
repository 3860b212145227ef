package io.polyplug.mcp;

import io.polyplug.mcp.protocol.MetaKeys;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import org.jspecify.annotations.Nullable;

/** The result of a request, gone through once for all members that somebody asks for. Immutable. */
final class Answer {
  static final int RESULT_TYPE = 0;
  static final int INPUT_REQUESTS = 1;
  static final int REQUEST_STATE = 2;
  static final int CONTENT = 3;
  static final int STRUCTURED = 4;
  static final int IS_ERROR = 5;
  static final int META = 6;

  private static final String[] NAMES = {
    "resultType",
    "inputRequests",
    "requestState",
    "content",
    "structuredContent",
    "isError",
    MetaKeys.META
  };

  private final Json whole;
  private final @Nullable Json[] found;

  /** Of an object. */
  Answer(Json whole) {
    this.whole = whole;
    this.found = JsonParts.find(whole, NAMES);
  }

  /** All of it. */
  Json whole() {
    return whole;
  }

  /** One of the members above; null if it has none. */
  @Nullable Json member(int which) {
    return found[which];
  }
}
