package io.polyplug.monorepo.remote;

/** Where sentences go that the user should read once. Must be safe from any thread. */
@FunctionalInterface
public interface Warnings {
  void warn(String sentence);
}
