package io.polyplug.monorepo.key;

import io.polyplug.base.Clock;
import io.polyplug.base.ManualClock;
import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.monorepo.hash.Blake3;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** A workspace with one dish, and commands that follow each other. */
final class MemoryStage {
  /** In place of every hash that is remembered after {@link #forge}. */
  static final String FORGED = "aa".repeat(Blake3.BYTES);

  final Path root;
  final Path dish;
  final Path cache;
  private final int files;

  MemoryStage(Path folder, boolean quickStats) throws IOException {
    Path real = folder.toRealPath();
    root = Files.createDirectories(real.resolve("work/space"));
    dish = Files.createDirectories(root.resolve("dish"));
    cache = real.resolve("cache");
    files = quickStats ? Integer.MAX_VALUE / 2 : 0;
  }

  static KeyRequest task(String name, String... inputs) {
    return new KeyRequest(
        List.of(new Extra("task_name", name)), List.of(inputs), List.of("out/**"), List.of());
  }

  /** A command that runs long after all files were written. */
  String key(KeyRequest request) throws WorkspaceProblem {
    return key(request, Instant.now().plus(Duration.ofSeconds(100)));
  }

  String key(KeyRequest request, Instant now) throws WorkspaceProblem {
    return key(request, clock(now));
  }

  /** What the key is without any memory. */
  String trueKey(KeyRequest request) throws WorkspaceProblem {
    return KeyMemory.forgetful(Clock.system()).look(dish).key(request);
  }

  /** Makes the memory tell apart from the truth. */
  void forge() {
    MemoryFile file = MemoryFile.of(cache, root);
    Map<String, DishMemory> dishes = file.read();
    byte[] forged = new byte[Blake3.BYTES];
    Arrays.fill(forged, (byte) 0xAA);
    dishes.replaceAll(
        (name, dish) -> {
          List<DishMemory.Entry> entries = new ArrayList<>();
          for (DishMemory.Entry entry : dish.list()) {
            entries.add(new DishMemory.Entry(entry.of(), forged));
          }
          return dish.withOnly(entries);
        });
    file.write(dishes);
  }

  Path memoryFile() {
    return MemoryFile.of(cache, root).file();
  }

  Path write(String path, String content) throws IOException {
    Path file = dish.resolve(path);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, content);
  }

  private String key(KeyRequest request, Clock clock) throws WorkspaceProblem {
    KeyMemory memory = KeyMemory.open(cache, root, clock, files);
    String key = memory.look(dish).key(request);
    if (!memory.save()) {
      throw new IllegalStateException("the memory could not be written");
    }
    return key;
  }

  private static Clock clock(Instant now) {
    return new ManualClock(now);
  }
}
