package io.polyplug.install;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Packages as a careful author makes them, and what is to be seen of a store. */
final class Packages {
  static final String MANIFEST = "test-plugin.json";

  private Packages() {}

  static byte[] zip(Map<String, String> files) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, String> file : new TreeMap<>(files).entrySet()) {
        zip.putNextEntry(new ZipEntry(file.getKey()));
        zip.write(file.getValue().getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
      }
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  static Map<String, String> files(String id, String version, String... asksFor) {
    return Map.of(
        MANIFEST,
        TestContract.manifest(id, version, asksFor),
        "bin/run",
        "#!/bin/sh\necho " + version + "\n",
        "data/only-in-" + version,
        version);
  }

  static Path zipFile(Path file, String id, String version, String... asksFor) throws IOException {
    return Files.write(file, zip(files(id, version, asksFor)));
  }

  static PackageStore store(Path root) {
    return store(root, Steps.NONE);
  }

  static PackageStore store(Path root, Steps steps) {
    return store(root, StoreSettings.DEFAULT, steps);
  }

  static PackageStore store(Path root, StoreSettings settings, Steps steps) {
    return new PackageStore(
        root,
        List.of(new TestContract(), new io.polyplug.rune.RuneContract()),
        settings,
        () -> io.polyplug.install.web.Web.client().build(),
        steps);
  }

  /** All paths below a folder, but for the file that commands lock. */
  static List<String> tree(Path root) throws IOException {
    if (!Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(path -> !path.equals(root))
          .map(path -> root.relativize(path).toString())
          .filter(path -> !path.equals(".lock"))
          .sorted()
          .toList();
    }
  }
}
