package io.polyplug.bento;

/** How bad a diagnostic is. */
public enum Severity {
  ERROR,
  WARNING,
  INFO,
  HINT
}
