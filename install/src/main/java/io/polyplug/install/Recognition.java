package io.polyplug.install;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.Contract;
import io.polyplug.host.Discovered;
import io.polyplug.host.PackageDescription;
import io.polyplug.host.PackageReading;
import io.polyplug.host.config.ConfigFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Asks the contracts whose package a folder is. Exactly one must know it. */
final class Recognition {
  private static final int MAX_VERSION = 100;

  private final List<Contract> contracts;

  Recognition(List<Contract> contracts) {
    this.contracts = contracts;
  }

  /** What the package says of itself; a {@link BadPackage} if no contract can use it. */
  PackageDescription of(Path folder) throws BadPackage {
    List<PackageReading> readings = readings(folder);
    if (readings.isEmpty()) {
      String bound =
          Files.isRegularFile(folder.resolve(ConfigFile.NAME))
              ? "; what its %s binds needs no installing: name that file with --config"
                  .formatted(ConfigFile.NAME)
              : "";
      throw new BadPackage(
          "it has no manifest of a contract that is known here" + lookedFor() + bound);
    }
    if (readings.size() > 1) {
      throw new BadPackage(
          "it has manifests of several contracts ("
              + String.join(", ", readings.stream().map(Recognition::contract).toList())
              + "), so that it is not clear which one it is for");
    }
    return switch (readings.getFirst()) {
      case PackageReading.Bad(String contract, String reason) ->
          throw new BadPackage("it cannot be used as a " + contract + " plugin: " + reason);
      case PackageReading.Good(PackageDescription description) -> checked(description);
    };
  }

  /** The id by which a folder of the store is known, if any contract knows it. */
  Optional<String> idOf(Path folder) {
    for (PackageReading reading : readings(folder)) {
      if (reading instanceof PackageReading.Good(PackageDescription description)) {
        return Optional.of(description.id());
      }
    }
    return Optional.empty();
  }

  /** Whether a folder is a package of any contract, be it one that cannot be used. */
  boolean knows(Path folder) {
    return Files.isDirectory(folder) && !readings(folder).isEmpty();
  }

  /** There is no such package; where a plugin of it is called so, the package is named. */
  InstallProblem unknown(Path root, String id) {
    String hint =
        contracts.stream()
            .flatMap(contract -> contract.discover(root).stream())
            .map(found -> found instanceof Discovered.Found(var plugin) ? plugin.info() : null)
            .filter(info -> info != null && info.id().equals(id))
            .findFirst()
            .map(info -> ": the plugin of that name is of " + info.installation())
            .orElse("");
    return new InstallProblem(
        UntrustedText.escape("There is no package " + id + " in " + root + hint));
  }

  private List<PackageReading> readings(Path folder) {
    List<PackageReading> readings = new ArrayList<>();
    for (Contract contract : contracts) {
      contract.recognise(folder).ifPresent(readings::add);
    }
    return readings;
  }

  private static String contract(PackageReading reading) {
    return switch (reading) {
      case PackageReading.Good(PackageDescription description) -> description.contract();
      case PackageReading.Bad(String contract, String _) -> contract;
    };
  }

  private String lookedFor() {
    List<String> names =
        contracts.stream().map(Contract::manifestName).filter(name -> !name.isEmpty()).toList();
    return names.isEmpty() ? "" : "; looked for " + String.join(", ", names);
  }

  private static PackageDescription checked(PackageDescription description) throws BadPackage {
    if (!PackageId.isPlain(description.id())) {
      throw new BadPackage(
          "its id \"" + BadPackage.shown(description.id()) + "\" cannot be the name of a folder");
    }
    if (description.version().length() > MAX_VERSION) {
      throw new BadPackage(
          "its version has %d characters, and a version has %d at most"
              .formatted(description.version().length(), MAX_VERSION));
    }
    return description;
  }

  /** Archives from some systems have no modes: what has to be executable is made so. */
  static void makeExecutable(Path folder, PackageDescription description) throws IOException {
    int allowed = FileMode.of(folder);
    for (String program : description.programs()) {
      Path file = folder.resolve(program).normalize();
      if (!file.startsWith(folder)) {
        throw new BadPackage(
            "its program \"" + BadPackage.shown(program) + "\" is outside of the package");
      }
      if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
        FileMode.addExecute(file, allowed);
      }
    }
  }

  static String shown(Path path) {
    return UntrustedText.escape(path.toString());
  }
}
