package io.polyplug.monorepo.store;

import io.polyplug.base.Clock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A workspace with one dish, and a store beside it. */
final class StoreStage {
  static final String KEY = "0123456789abcdef".repeat(4);

  final Path workspace;
  final Path dish;
  final Path elsewhere;
  final LocalStore store;

  StoreStage(Path folder) throws IOException {
    workspace = Files.createDirectories(folder.resolve("workspace"));
    dish = Files.createDirectories(workspace.resolve("apps/demo"));
    elsewhere = Files.createDirectories(folder.resolve("elsewhere"));
    store = new LocalStore(folder.resolve("cache"), Clock.system());
  }

  Path write(String name, String content) throws IOException {
    Path file = dish.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, content);
  }

  void keep(List<Path> outputs) throws IOException {
    List<OutputFile> files = new ArrayList<>();
    for (Path output : outputs) {
      files.add(OutputFile.below(dish, output));
    }
    store.store(KEY, new byte[0], new byte[0], files, List.of());
  }

  Restoration restore() {
    return store.restore(KEY, dish, workspace);
  }

  Restoration restore(Tars tar) throws IOException {
    tar.writeTo(store.bundle(KEY));
    return restore();
  }
}
