package io.polyplug.sdk;

/** How much a line of the log matters, least first. */
public enum Level {
  TRACE("trace"),
  DEBUG("debug"),
  INFO("info"),
  WARN("warn"),
  ERROR("error");

  private final String word;

  Level(String word) {
    this.word = word;
  }

  /** As most contracts write it. */
  public String word() {
    return word;
  }
}
