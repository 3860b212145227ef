package io.polyplug.conformance;

import io.polyplug.base.UntrustedText;
import io.polyplug.bento.BentoContract;
import io.polyplug.bento.protocol.BentoProtocol;
import io.polyplug.host.Contract;
import io.polyplug.host.Discovered;
import io.polyplug.host.PluginDefinition;
import io.polyplug.host.PluginHost;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Finds the plugins that a folder is, by the manifests in it: for those who name a folder and mean
 * what they write there. Starts nothing; stateless, safe from any thread.
 *
 * @param contracts those that are asked, in the order of their ids
 */
public record FolderPlugins(List<Contract> contracts) {
  /**
   * A plugin, or what should be one.
   *
   * @param contract whose manifest is there
   */
  public record Found(Contract contract, Discovered plugin) {}

  public FolderPlugins {
    contracts = contracts.stream().sorted(Comparator.comparing(Contract::id)).toList();
  }

  /** Of all contracts that there are. */
  public static FolderPlugins ofAll() {
    return new FolderPlugins(PluginHost.builder().contracts());
  }

  /** The plugins of a folder that has manifests of one contract or of several; never empty. */
  public List<Found> in(Path given, Optional<String> only) {
    Path folder = given.toAbsolutePath().normalize();
    if (!Files.isDirectory(folder)) {
      throw new NoSubject("There is no folder " + UntrustedText.escape(given.toString()) + ".");
    }
    List<Contract> asked = only.map(id -> List.of(contract(id))).orElse(contracts);
    List<Found> found = new ArrayList<>();
    for (Contract contract : asked) {
      for (Discovered discovered : discover(contract, folder)) {
        found.add(new Found(contract, discovered));
      }
    }
    if (found.isEmpty()) {
      String marks =
          asked.stream()
              .map(FolderPlugins::mark)
              .flatMap(Optional::stream)
              .collect(Collectors.joining(", "));
      throw new NoSubject(
          "%s is no plugin of %s: expected %s."
              .formatted(
                  UntrustedText.escape(given.toString()),
                  only.map(id -> "the contract " + id).orElse("any contract"),
                  marks.isEmpty()
                      ? "a command instead, since none is a folder"
                      : marks + " in it, or a command behind --; polyplug new begins one"));
    }
    return found;
  }

  /** What makes a folder a plugin; empty if nothing does. */
  private static Optional<String> mark(Contract contract) {
    if (contract.id().equals(BentoContract.ID)) {
      return Optional.of("a program called " + BentoProtocol.FILE_PREFIX + "ID");
    }
    return Optional.of(contract.manifestName()).filter(it -> !it.isEmpty());
  }

  private static List<Discovered> discover(Contract contract, Path folder) {
    if (contract.manifestName().isEmpty()) {
      return contract.discover(folder);
    }
    if (contract.recognise(folder).isEmpty()) {
      return List.of();
    }
    List<Discovered> here = own(contract.discover(folder), folder);
    Path parent = folder.getParent();
    return here.isEmpty() && parent != null ? own(contract.discover(parent), folder) : here;
  }

  private static List<Discovered> own(List<Discovered> found, Path folder) {
    return found.stream().filter(it -> origin(it).startsWith(folder)).toList();
  }

  private static Path origin(Discovered found) {
    return switch (found) {
      case Discovered.Found(PluginDefinition definition) -> definition.info().origin();
      case Discovered.Invalid invalid -> invalid.folder();
    };
  }

  /** The contract of this id. */
  Contract contract(String id) {
    return contracts.stream()
        .filter(it -> it.id().equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                new NoSubject(
                    "There is no contract %s: expected one of %s."
                        .formatted(
                            UntrustedText.excerpt(id, 40),
                            contracts.stream()
                                .map(Contract::id)
                                .collect(Collectors.joining(", ")))));
  }
}
