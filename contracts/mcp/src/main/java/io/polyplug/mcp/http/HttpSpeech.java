package io.polyplug.mcp.http;

/**
 * How requests are sent.
 *
 * @param version of the protocol; empty while a legacy server has not said it
 * @param modern whether every request stands for itself
 */
public record HttpSpeech(String version, boolean modern) {
  /** The one revision in which several messages may come as a list. */
  private static final String WITH_BATCHES = "2025-03-26";

  boolean mayBatch() {
    return version.equals(WITH_BATCHES);
  }
}
