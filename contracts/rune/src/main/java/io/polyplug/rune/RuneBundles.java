package io.polyplug.rune;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.Discovered;
import io.polyplug.host.PackageDescription;
import io.polyplug.host.PackageReading;
import io.polyplug.host.PluginFolders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds bundles: folders with a {@code rterm-plugin.json} (section 10). */
final class RuneBundles {
  static final String MANIFEST = "rterm-plugin.json";

  private RuneBundles() {}

  /**
   * The bundles in the subfolders of a folder, in name order, or the folder itself if it is one.
   */
  static List<Discovered> in(Path folder) {
    Path absolute = folder.toAbsolutePath().normalize();
    if (Files.isRegularFile(absolute.resolve(MANIFEST))) {
      return List.of(read(absolute, absolute));
    }
    List<Discovered> found = new ArrayList<>();
    for (Path child : PluginFolders.in(absolute)) {
      root(child).ifPresent(root -> found.add(read(child, root)));
    }
    return found;
  }

  /** Where the manifest is: at the root, or in the single folder that the root contains. */
  private static Optional<Path> root(Path folder) {
    if (Files.isRegularFile(folder.resolve(MANIFEST))) {
      return Optional.of(folder);
    }
    try (Stream<Path> entries = Files.list(folder)) {
      List<Path> two = entries.limit(2).toList();
      return two.size() == 1 && Files.isRegularFile(two.getFirst().resolve(MANIFEST))
          ? Optional.of(two.getFirst())
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Discovered read(Path folder, Path root) {
    try {
      return new Discovered.Found(
          new RuneDefinition(BundleManifest.read(root, String.valueOf(folder.getFileName()))));
    } catch (InvalidBundle e) {
      return new Discovered.Invalid(RuneContract.ID, folder, e.problem());
    } catch (RuntimeException e) {
      // One bundle that we do not understand must not hide the others.
      return new Discovered.Invalid(RuneContract.ID, folder, UntrustedText.escape(e.toString()));
    }
  }

  /** What an unpacked package is; empty if it is no bundle. */
  static Optional<PackageReading> recognise(Path folder) {
    Path absolute = folder.toAbsolutePath().normalize();
    return root(absolute).map(root -> reading(absolute, root));
  }

  private static PackageReading reading(Path folder, Path root) {
    try {
      RuneBinding binding = BundleManifest.read(root, String.valueOf(folder.getFileName()));
      String command = binding.process().command();
      Path program = binding.commandBase().resolve(command).normalize();
      // A bare name is looked for on the PATH, an absolute one is where it is.
      boolean ofPackage = command.indexOf('/') > 0;
      if (ofPackage && !program.startsWith(folder)) {
        throw new InvalidBundle(
            "process.command leads out of the package: " + HandshakeCheck.quoted(command));
      }
      return new PackageReading.Good(
          new PackageDescription(
              RuneContract.ID,
              binding.info().id(),
              binding.info().version(),
              ofPackage ? List.of(folder.relativize(program).toString()) : List.of(),
              binding.capabilities(),
              Optional.of(List.of())));
    } catch (InvalidBundle e) {
      return new PackageReading.Bad(RuneContract.ID, e.problem());
    } catch (RuntimeException e) {
      return new PackageReading.Bad(RuneContract.ID, UntrustedText.escape(e.toString()));
    }
  }
}
