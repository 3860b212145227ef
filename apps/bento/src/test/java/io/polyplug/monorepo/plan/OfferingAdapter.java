package io.polyplug.monorepo.plan;

import io.polyplug.bento.AdapterTask;
import io.polyplug.bento.DiagnosticHook;
import io.polyplug.bento.Toolchain;
import io.polyplug.monorepo.adapters.Adapter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** An adapter that has tasks and nothing else. */
record OfferingAdapter(List<AdapterTask> offered) implements Adapter {
  @Override
  public String id() {
    return "sample";
  }

  @Override
  public String toolName() {
    return "sample";
  }

  @Override
  public List<String> fingerprintFiles() {
    return List.of("sample.lock");
  }

  @Override
  public List<String> derived() {
    return List.of();
  }

  @Override
  public boolean detects(Path dish) {
    return false;
  }

  @Override
  public List<AdapterTask> tasks(Path dish) {
    return offered;
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
