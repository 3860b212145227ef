package io.polyplug.monorepo.adapters;

import io.polyplug.bento.AdapterTask;
import io.polyplug.bento.DiagnosticHook;
import io.polyplug.bento.Toolchain;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** An adapter that knows and does nothing but what a test gives it. */
public interface SilentAdapter extends Adapter {
  @Override
  default String toolName() {
    return id();
  }

  @Override
  default boolean detects(Path dish) {
    return false;
  }

  @Override
  default List<String> fingerprintFiles() {
    return List.of();
  }

  @Override
  default List<String> derived() {
    return List.of();
  }

  @Override
  default List<AdapterTask> tasks(Path dish) {
    return List.of();
  }

  @Override
  default Optional<Toolchain> pin(Path dish) {
    return Optional.empty();
  }

  @Override
  default Optional<String> resolvedToolchain() {
    return Optional.empty();
  }

  @Override
  default boolean lostToolchain(Path dish) {
    return false;
  }

  @Override
  default Optional<String> missingDependencies(Path dish, Optional<Path> programs) {
    return Optional.empty();
  }

  @Override
  default void install(Path dish, String dishName, Optional<Path> programs) {}

  @Override
  default Optional<DiagnosticHook> diagnosticHook(String taskName) {
    return Optional.empty();
  }
}
