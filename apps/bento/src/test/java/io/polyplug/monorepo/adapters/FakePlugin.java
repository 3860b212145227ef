package io.polyplug.monorepo.adapters;

import io.polyplug.bento.AdapterTask;
import io.polyplug.bento.DiagnosticHook;
import io.polyplug.bento.Toolchain;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A plugin that recognises dishes by a file and does nothing else.
 *
 * @param questions counts how often it is asked
 */
record FakePlugin(String id, String marker, AtomicInteger questions) implements Adapter {
  @Override
  public boolean detects(Path dish) {
    questions.incrementAndGet();
    return Files.exists(dish.resolve(marker));
  }

  @Override
  public String toolName() {
    return id;
  }

  @Override
  public List<String> fingerprintFiles() {
    return List.of();
  }

  @Override
  public List<String> derived() {
    return List.of();
  }

  @Override
  public List<AdapterTask> tasks(Path dish) {
    return List.of();
  }

  @Override
  public Optional<Toolchain> pin(Path dish) {
    return Optional.empty();
  }

  @Override
  public Optional<String> resolvedToolchain() {
    return Optional.empty();
  }

  @Override
  public boolean lostToolchain(Path dish) {
    return false;
  }

  @Override
  public Optional<String> missingDependencies(Path dish) {
    return Optional.empty();
  }

  @Override
  public void install(Path dish, String dishName) {}

  @Override
  public Optional<DiagnosticHook> diagnosticHook(String taskName) {
    return Optional.empty();
  }
}
