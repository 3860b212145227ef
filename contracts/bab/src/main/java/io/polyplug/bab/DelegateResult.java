package io.polyplug.bab;

import io.polyplug.wire.Json;

/**
 * What came of a run.
 *
 * @param content markdown, at most a little over 20,000 characters
 * @param metadata an object, bounded; what section 15 says
 * @param runId what the run was known by
 */
public record DelegateResult(String content, Json metadata, String runId) {
  /** A ToolOutput. */
  public Json toJson() {
    return toolOutput(content, "markdown", metadata);
  }

  static Json toolOutput(String content, String contentType, Json metadata) {
    return Json.object(
        out -> {
          out.writeStringProperty("status", "success");
          out.writeStringProperty("content", content);
          out.writeStringProperty("content_type", contentType);
          out.writeName("metadata");
          metadata.writeTo(out);
        });
  }
}
