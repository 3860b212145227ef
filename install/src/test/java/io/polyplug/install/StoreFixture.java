package io.polyplug.install;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A store that is empty yet, and two versions of one package for it. */
abstract class StoreFixture {
  @TempDir Path folder;
  Path root;
  PackageStore store;
  Source one;
  Source two;

  @BeforeEach
  void makePackages() throws IOException {
    root = folder.resolve("plugins");
    store = Packages.store(root);
    one = new Source.ZipFile(Packages.zipFile(folder.resolve("one.zip"), "acme", "1", "network"));
    two =
        new Source.ZipFile(
            Packages.zipFile(folder.resolve("two.zip"), "acme", "2", "network", "files"));
  }

  final Replacement upgrade(Source source) {
    return store.upgrade("acme", Optional.of(source), plan -> true, Progress.NONE);
  }
}
