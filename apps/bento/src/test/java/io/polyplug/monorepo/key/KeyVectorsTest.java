package io.polyplug.monorepo.key;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.base.Clock;
import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.monorepo.hash.Blake3;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The vectors of section 10 of the contract, bit for bit. */
class KeyVectorsTest {
  private static final String HOST = "x86_64-linux";
  private static final List<String> FINGERPRINT = List.of("noop.toml");

  @TempDir Path root;

  @Test
  void thePrefixAlone() throws Exception {
    Files.createDirectories(root.resolve("empty"));
    assertThat(key("empty", new KeyRequest(List.of(), List.of(), List.of(), List.of())))
        .isEqualTo("a748f3a87ca53d3c1d009e5e14f1d66c3cd0e726c55923777aaa17bcdfb88907");
  }

  @Test
  void oneExtraAndOneFile() throws Exception {
    write("dish/src/a.txt", "hi\n");
    KeyRequest request =
        new KeyRequest(
            List.of(new Extra("task_name", "build")), List.of("**"), List.of(), List.of());
    assertThat(key("dish", request))
        .isEqualTo("e3813951cce8510769710d4bd11694effc624282697212cbd7ff5b3a8afc4ed7");
  }

  @Test
  void aPluginsTaskWithItsFingerprintFile() throws Exception {
    write("apps/demo/noop.toml", "");
    assertThat(key("apps/demo", noop("apps/demo", "build", "true", FINGERPRINT, Map.of())))
        .isEqualTo("daada06cab54903e21c93f8d18e816640cad69d23da4d071c47d395910a69580");
    assertThat(key("apps/demo", noop("apps/demo", "test", "true", FINGERPRINT, Map.of())))
        .isEqualTo("1172d42341ed7ca2b207db9f74072d0284c0fa45ac34c1b901c1486a8cc0c692");
  }

  @Test
  void aPluginsTaskWithAllFiles() throws Exception {
    write("apps/demo/noop.toml", "");
    write("apps/demo/dish.toml", "name = \"demo\"\nlanguage = \"noop\"\n");
    List<String> inputs = List.of("**/*", "noop.toml");
    assertThat(key("apps/demo", noop("apps/demo", "build", "echo noop build", inputs, Map.of())))
        .isEqualTo("84a26832071430709a5582da0b2ee9442beb9f4654be617f6d6a70b867b50253");
  }

  @Test
  void aTaskWithoutAdapter() throws Exception {
    write("apps/sh/src/a.txt", "hi\n");
    TaskExtras extras =
        new TaskExtras(
            "apps/sh",
            "build",
            "cat src/a.txt > out.txt",
            List.of("out.txt"),
            List.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Map.of("FOO", "bar"),
            Map.of());
    KeyRequest request =
        new KeyRequest(extras.list(HOST), List.of("src/**"), List.of("out.txt"), List.of());
    assertThat(key("apps/sh", request))
        .isEqualTo("0d70595579fdd0200cc69c000411694cbfe58fa7295f9697a334de4a3cb47fd1");
    TaskKey listed =
        KeyMemory.forgetful(Clock.system()).look(dish("apps/sh")).keyWithFiles(request);
    assertThat(listed.key()).startsWith("0d70595579fd");
    assertThat(listed.files())
        .containsExactly(
            new InputFile(
                "src/a.txt", Blake3.hex(Blake3.of("hi\n".getBytes(StandardCharsets.US_ASCII))), 3));
  }

  @Test
  void signaturesAndTheKeyOfADependant() throws Exception {
    write("lib/noop.toml", "");
    write("lib/dish.toml", "name = \"lib\"\nlanguage = \"noop\"\n");
    write("apps/app/noop.toml", "");
    SignatureParts parts =
        new SignatureParts(
            "lib",
            Optional.of(ToolPin.system("noop")),
            Optional.of("noop"),
            Optional.empty(),
            List.of(task("build", "echo noop build"), task("lint", "true"), task("test", "true")));
    SignatureRequest request =
        new SignatureRequest(parts.list(), List.of("noop.toml", "**/*"), List.of(), List.of());
    byte[] content = KeyMemory.forgetful(Clock.system()).look(dish("lib")).signature(request);
    assertThat(Blake3.hex(content))
        .isEqualTo("8fcb3de42fcd3185c1d96ea063b4e29b19fc4cf2a7f7719c067da48bcf57cda4");
    String effective = Blake3.hex(Signatures.effective(content, Map.of()));
    assertThat(effective)
        .isEqualTo("52080025885bba4129fd56c62653aafa703bad63364176bfb7fc42e51c79bc52");
    KeyRequest app = noop("apps/app", "test", "true", FINGERPRINT, Map.of("lib", effective));
    assertThat(key("apps/app", app))
        .isEqualTo("125d3244dcace437e298504d84d1b4c571309fb4c661673795cc49342930c88a");
  }

  @Test
  void theHostIsNamedAsTheContractNamesIt() {
    assertThat(TaskExtras.host()).matches("(x86_64|aarch64)-(linux|macos)");
  }

  private static SignatureParts.Task task(String name, String run) {
    return new SignatureParts.Task(name, run, List.of(), List.of(), Map.of());
  }

  private static KeyRequest noop(
      String dish, String task, String run, List<String> inputs, Map<String, String> deps) {
    TaskExtras extras =
        new TaskExtras(
            dish,
            task,
            run,
            List.of(),
            List.of(),
            Optional.empty(),
            Optional.of(ToolPin.system("noop")),
            Optional.of("noop"),
            Optional.empty(),
            Optional.empty(),
            Map.of(),
            deps);
    return new KeyRequest(extras.list(HOST), inputs, List.of(), List.of());
  }

  private String key(String dish, KeyRequest request) throws WorkspaceProblem {
    return KeyMemory.forgetful(Clock.system()).look(dish(dish)).key(request);
  }

  private Path dish(String dish) {
    return root.resolve(dish);
  }

  private void write(String path, String content) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }
}
