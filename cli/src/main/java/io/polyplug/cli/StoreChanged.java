package io.polyplug.cli;

/** Where a host that runs is told that plugins came or went. So far none listens. */
final class StoreChanged {
  private StoreChanged() {}

  /** Called after each change of the installed plugins, before the command prints its result. */
  static void tell(Surroundings around) {}
}
