package io.polyplug.bab;

/** How the runs of a plugin are made. */
sealed interface Way {
  /** By its adapter, of whichever mode. */
  record Scripted(HeldAdapter held) implements Way {}

  /** As its manifest says. */
  record Plain(PlainDelegate delegate) implements Way {}

  /** Not at all: a caller is told this, as a matter of configuration. */
  record Missing(String message) implements Way {}
}
