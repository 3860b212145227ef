package io.polyplug.bab;

import io.polyplug.base.UntrustedText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A plugin in a repository that could be installed as it is.
 *
 * @param subfolder its place in the repository; {@code .} for the root
 * @param adapterHash SHA-256 of its adapter; empty text if its manifest alone says how to run
 */
record FoundPlugin(Path folder, String subfolder, BabManifest manifest, String adapterHash) {
  private static final String ROOT = ".";

  /** All plugins of a repository, in name order; every one is valid. */
  static List<FoundPlugin> in(Path repository) throws StoreFailure, IOException {
    List<String> subfolders = new ArrayList<>();
    try (Stream<Path> entries = Files.list(repository)) {
      entries
          .filter(entry -> Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS))
          .filter(FoundPlugin::isPlugin)
          .map(entry -> entry.getFileName().toString())
          .filter(name -> !name.startsWith("."))
          .sorted()
          .forEach(subfolders::add);
    }
    if (isPlugin(repository)) {
      if (!subfolders.isEmpty()) {
        throw new StoreFailure(
            "Repository layout is ambiguous: there is a "
                + BabManifest.FILE_NAME
                + " in the root and in "
                + subfolders.stream().map(FoundPlugin::shown).collect(Collectors.joining(", ")));
      }
      return List.of(read(repository, ROOT));
    }
    if (subfolders.isEmpty()) {
      throw new StoreFailure("No plugins found in repository");
    }
    List<FoundPlugin> found = new ArrayList<>();
    for (String subfolder : subfolders) {
      found.add(read(repository.resolve(subfolder), subfolder));
    }
    return found;
  }

  private static boolean isPlugin(Path folder) {
    return Files.isRegularFile(folder.resolve(BabManifest.FILE_NAME));
  }

  private static FoundPlugin read(Path folder, String subfolder) throws StoreFailure {
    try {
      BabManifest manifest = BabManifest.read(folder);
      String hash = "";
      if (AdapterFile.isPresent(folder)) {
        hash = AdapterFile.read(folder).hash();
      } else if (manifest.delegate().isEmpty()) {
        throw new PluginFiles.Unusable(AdapterFile.NAME + " is missing");
      }
      for (ManifestRole role : manifest.roles()) {
        if (role instanceof ManifestRole.Described it && it.promptFile().isPresent()) {
          BabPackage.requireFile(folder, it.promptFile().get());
        }
      }
      return new FoundPlugin(folder, subfolder, manifest, hash);
    } catch (InvalidManifest | PluginFiles.Unusable e) {
      throw new StoreFailure(
          (subfolder.equals(ROOT) ? "The plugin" : "The plugin in " + shown(subfolder))
              + " cannot be installed: "
              + e.getMessage(),
          e);
    }
  }

  private static String shown(String name) {
    return UntrustedText.excerpt(name, 100);
  }
}
