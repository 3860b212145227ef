package io.polyplug.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.polyplug.bento.AdapterError;
import io.polyplug.bento.AdapterLog;
import io.polyplug.bento.AdapterSettings;
import io.polyplug.bento.AdapterTask;
import io.polyplug.bento.BentoAdapter;
import io.polyplug.bento.BentoAdapters;
import io.polyplug.bento.Diagnostic;
import io.polyplug.bento.DiagnosticsRequest;
import io.polyplug.bento.Toolchain;
import io.polyplug.bento.protocol.LogLevel;
import io.polyplug.bento.protocol.LogMessage;
import io.polyplug.process.Environment;
import io.polyplug.process.ProgramLookup;
import io.polyplug.process.StderrPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The two example adapters, through the client of their contract. */
class AdaptersTest {
  @TempDir Path dish;
  private final List<String> log = new CopyOnWriteArrayList<>();

  private BentoAdapters start(String id) {
    Path here = Path.of(System.getProperty("polyplug.root")).resolve("examples/bento");
    Environment environment = Environment.empty().inheritAll();
    // The JDK of this test is there; another one may be too old, or missing.
    String path =
        Path.of(System.getProperty("java.home"), "bin")
            + ":"
            + environment.variables().getOrDefault("PATH", "");
    AdapterLog sink =
        new AdapterLog() {
          @Override
          public void line(LogLevel level, String adapter, String text) {
            log.add(level + " " + text);
          }

          @Override
          public void output(String adapter, LogMessage.Stream stream, String text) {
            log.add(stream + " " + text);
          }
        };
    return BentoAdapters.start(
        AdapterSettings.inherited(sink)
            .withPath(here.toString())
            .withEnvironment(environment.with("PATH", path), dish)
            .withStderr(StderrPolicy.discard())
            .withPlugins(List.of(), Optional.of(List.of(id))));
  }

  @Test
  void theNoopAdapterDoesWhatTheContractSaysOfIt() throws Exception {
    assumeTrue(ProgramLookup.ofHost().has("python3"), "python3 is not installed");
    try (BentoAdapters adapters = start("noop")) {
      BentoAdapter noop = adapters.adapters().getFirst();
      assertThat(noop.manifest().fingerprintFiles()).containsExactly("noop.toml");
      assertThat(noop.manifest().defaultTasks())
          .containsExactly(
              new AdapterTask("build", "echo noop build", List.of("**/*"), Optional.empty()),
              new AdapterTask("test", "true", List.of(), Optional.empty()));
      assertThat(noop.detect(dish)).isFalse();
      Path marked = Files.createDirectory(dish.resolve("marked"));
      Files.createFile(marked.resolve("noop.toml"));
      assertThat(noop.detect(marked)).isTrue();
      assertThat(noop.requiredToolchain(dish)).isEmpty();
      noop.install(dish, "api");
      assertThat(log).contains("INFO nothing to install for api");
    }
    assertThat(log).noneMatch(it -> it.startsWith("WARN"));
  }

  @Test
  void theMakeAdapterDoesAllThereIs() throws Exception {
    assumeTrue(ProgramLookup.ofHost().has("make"), "make is not installed");
    try (BentoAdapters adapters = start("make")) {
      BentoAdapter make = adapters.adapters().getFirst();
      Files.writeString(dish.resolve("Makefile"), "deps:\n\t@echo fetching\n");
      assertThat(make.detect(dish)).isTrue();
      assertThat(make.requiredToolchain(dish)).isEmpty();
      Path pinned = Files.createDirectory(dish.resolve("pinn\u00e9d"));
      Files.writeString(pinned.resolve(".make-version"), "4.3\n");
      assertThat(make.requiredToolchain(pinned)).contains(new Toolchain("make", "4.3"));
      Path wrong = Files.createDirectory(dish.resolve("wrong"));
      Files.writeString(wrong.resolve(".make-version"), "new \"est\"\n");
      assertThat(catchThrowableOfType(AdapterError.class, () -> make.requiredToolchain(wrong)))
          .hasMessageEndingWith(
              "error 2002: not a version (file: .make-version, reason: new \"est\")");
      assertThat(make.resolvedToolchainFingerprint().orElseThrow()).contains("Make");
      make.install(dish, "api");
      assertThat(log).contains("STDOUT fetching\n");
      assertThat(catchThrowableOfType(AdapterError.class, () -> make.install(pinned, "api")))
          .hasMessageContaining("error 2001: make deps failed (exit_status: 2");
      List<Diagnostic> found =
          make.parseDiagnostics(
              new DiagnosticsRequest(
                  "build",
                  "",
                  "cc -c a.c\na.c:3:7: error: expected \";\"\nmake: *** Error 1\n",
                  2,
                  Path.of("/w/dish"),
                  Path.of("/w")));
      assertThat(found).extracting(Diagnostic::file).containsExactly("dish/a.c");
      assertThat(found).extracting(Diagnostic::message).containsExactly("expected \";\"");
    }
    assertThat(log).noneMatch(it -> it.startsWith("WARN"));
  }
}
