package io.polyplug.bab;

import io.polyplug.wire.Json;

/**
 * What a tool of this contract answers: a ToolOutput, or a ToolError.
 *
 * @param isError which of the two
 * @param json the object; an MCP client gets its text
 */
public record DelegateAnswer(boolean isError, Json json) {
  static DelegateAnswer of(DelegateFailure failure) {
    return new DelegateAnswer(true, failure.toJson());
  }
}
