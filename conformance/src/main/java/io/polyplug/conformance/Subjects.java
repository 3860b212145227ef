package io.polyplug.conformance;

import io.polyplug.base.Clock;
import io.polyplug.base.UntrustedText;
import io.polyplug.bento.BentoContract;
import io.polyplug.bento.protocol.BentoProtocol;
import io.polyplug.host.Contract;
import io.polyplug.host.Discovered;
import io.polyplug.host.Grants;
import io.polyplug.host.HostBuilder;
import io.polyplug.host.Plugin;
import io.polyplug.host.PluginDefinition;
import io.polyplug.host.PluginException;
import io.polyplug.host.PluginHost;
import io.polyplug.host.PluginInfo;
import io.polyplug.host.ToolQuery;
import io.polyplug.host.config.ConfigMistake;
import io.polyplug.host.config.Configuration;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.Spawner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Finds what is to be tested: plugins in a folder, or a command. What exactly is started is asked
 * of the plugin's own contract, under a host that starts nothing.
 */
public final class Subjects {
  private static final Duration LOOK = Duration.ofSeconds(5);

  private final Spawner spawner;
  private final Clock clock;
  private final List<Contract> contracts;

  /** With all contracts that there are; commands are started by the spawner to learn their ids. */
  public Subjects(Spawner spawner, Clock clock) {
    this.spawner = spawner;
    this.clock = clock;
    this.contracts =
        PluginHost.builder().contracts().stream()
            .sorted(Comparator.comparing(Contract::id))
            .toList();
  }

  /** The plugins of a folder that has manifests of one contract or of several. */
  public List<Subject> inFolder(Path given, Optional<String> only) {
    Path folder = given.toAbsolutePath().normalize();
    if (!Files.isDirectory(folder)) {
      throw new NoSubject("There is no folder " + UntrustedText.escape(given.toString()) + ".");
    }
    List<Contract> asked = only.map(id -> List.of(contract(id))).orElse(contracts);
    List<Subject> found = new ArrayList<>();
    for (Contract contract : asked) {
      for (Discovered discovered : discover(contract, folder)) {
        found.add(subject(contract, folder, discovered));
      }
    }
    if (found.isEmpty()) {
      String marks =
          asked.stream()
              .map(Subjects::mark)
              .flatMap(Optional::stream)
              .collect(Collectors.joining(", "));
      throw new NoSubject(
          "%s is no plugin of %s: expected %s."
              .formatted(
                  UntrustedText.escape(given.toString()),
                  only.map(id -> "the contract " + id).orElse("any contract"),
                  marks.isEmpty()
                      ? "a command instead, since none is a folder"
                      : marks + " in it"));
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

  private static Subject subject(Contract contract, Path folder, Discovered discovered) {
    return switch (discovered) {
      case Discovered.Found(PluginDefinition definition) ->
          subject(contract, Optional.of(folder), definition);
      case Discovered.Invalid(String id, Path place, String reason) -> {
        String name = String.valueOf(place.getFileName());
        yield new Subject(
            new PluginInfo(id, name, name, "", "", place, name),
            Optional.of(folder),
            Optional.empty(),
            () -> PluginHost.builder().contract(contract),
            Optional.of("no host takes it: " + reason));
      }
    };
  }

  private static Subject subject(
      Contract contract, Optional<Path> folder, PluginDefinition definition) {
    Supplier<HostBuilder> hosts = () -> only(contract, definition);
    Look look = look(hosts.get());
    return new Subject(definition.info(), folder, look.program(), hosts, look.problem());
  }

  /** A builder of hosts that have this plugin alone. */
  public static HostBuilder only(Contract contract, PluginDefinition definition) {
    return PluginHost.builder().contract(contract).configuration(configuration(definition));
  }

  /** What binds this plugin alone. */
  public static Configuration configuration(PluginDefinition definition) {
    return new Configuration(
        List.of(definition), Grants.BY_CONTRACT, List.of(), List.of(), List.of());
  }

  private record Look(Optional<ProcessSpec> program, Optional<String> problem) {}

  private static Look look(HostBuilder builder) {
    CapturingSpawner captured = new CapturingSpawner();
    try (PluginHost host = builder.spawner(captured).forOneCommand().build()) {
      Plugin plugin = host.plugins().getFirst();
      plugin.check(LOOK);
      if (captured.captured().isEmpty()) {
        // One that has a process for each call is not started to be checked.
        plugin.tools(new ToolQuery(Optional.empty(), Map.of(), Optional.of(LOOK), true));
      }
      return seen(captured, plugin);
    } catch (PluginException e) {
      return new Look(
          captured.captured(),
          captured.captured().isPresent()
              ? Optional.empty()
              : Optional.of("it cannot be started: " + e.getMessage()));
    }
  }

  /** One that is not started and does not fail either is reached in another way. */
  private static Look seen(CapturingSpawner captured, Plugin plugin) {
    return new Look(
        captured.captured(),
        captured.captured().isPresent()
            ? Optional.empty()
            : plugin.diagnose().stream().findFirst().map(it -> "it cannot be started: " + it));
  }

  /**
   * A command of a contract whose plugins need no folder. It is started once to learn what it calls
   * itself; one that does not tell is tested under the name of its program.
   *
   * @param words the program and its arguments
   * @param folder where it is run, and what a relative path of the program is relative to
   */
  public Subject ofCommand(String contractId, List<String> words, Path folder) {
    Contract contract = contract(contractId);
    Introduction introduction =
        Introduction.of(contractId)
            .orElseThrow(
                () ->
                    new NoSubject(
                        "A plugin of the contract %s is a folder with a %s: give that instead of a command."
                            .formatted(contractId, contract.manifestName())));
    CommandBinding binding = new CommandBinding(words, folder.toAbsolutePath().normalize());
    try {
      Subject unknown =
          subject(
              contract, Optional.empty(), binding.bind(contract, introduction, Learned.NOTHING));
      Learned learned =
          unknown
              .program()
              .map(it -> introduction.learn(it, binding.name(), spawner, clock))
              .orElse(Learned.NOTHING);
      return subject(contract, Optional.empty(), binding.bind(contract, introduction, learned));
    } catch (ConfigMistake e) {
      throw new NoSubject("The command cannot be bound: " + e.getMessage());
    }
  }

  private Contract contract(String id) {
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
