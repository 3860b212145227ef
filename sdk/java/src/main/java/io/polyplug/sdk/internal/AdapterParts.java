package io.polyplug.sdk.internal;

import io.polyplug.sdk.Adapter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What an {@link Adapter} was told; a handler that was not given is null. */
public record AdapterParts(
    String displayName,
    List<String> fingerprintFiles,
    List<Task> tasks,
    Map<String, Hook> hooks,
    Adapter.@Nullable OfFolder<Boolean> detect,
    Adapter.@Nullable OfFolder<Optional<Adapter.Toolchain>> requiredToolchain,
    Adapter.@Nullable Fingerprint fingerprint,
    Adapter.@Nullable Install install,
    Adapter.@Nullable Diagnostics diagnostics) {
  /** A task that every project of the language has. */
  public record Task(
      String name, String run, List<String> inputs, Optional<List<String>> outputs) {}

  /** What is run again after a failure: the task with more arguments, or another command. */
  public record Hook(List<String> args, Optional<String> command, String parser) {}
}
