package io.polyplug.host;

/** How a tool is used. */
public enum ToolKind {
  /** One input, one result. */
  UNARY,
  /** One input, any number of results. */
  STREAM,
  /** Any number of messages both ways. */
  CHANNEL
}
