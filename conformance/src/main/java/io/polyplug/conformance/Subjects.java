package io.polyplug.conformance;

import io.polyplug.base.Clock;
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
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Finds what is to be tested: plugins in a folder, or a command. What exactly is started is asked
 * of the plugin's own contract, under a host that starts nothing.
 */
public final class Subjects {
  private static final Duration LOOK = Duration.ofSeconds(5);

  private final Spawner spawner;
  private final Clock clock;
  private final FolderPlugins plugins = FolderPlugins.ofAll();

  /** With all contracts that there are; commands are started by the spawner to learn their ids. */
  public Subjects(Spawner spawner, Clock clock) {
    this.spawner = spawner;
    this.clock = clock;
  }

  /** The plugins of a folder that has manifests of one contract or of several. */
  public List<Subject> inFolder(Path given, Optional<String> only) {
    Path folder = given.toAbsolutePath().normalize();
    return plugins.in(given, only).stream()
        .map(it -> subject(it.contract(), folder, it.plugin()))
        .toList();
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
    return subject(
        plugins.contract(contractId),
        Optional.empty(),
        definitionOf(contractId, words, folder, Optional.empty()));
  }

  /**
   * As {@link #ofCommand}, for whoever runs the plugin in a host of his own.
   *
   * @param before what it was when it was asked last; it still is if it does not tell now
   */
  public PluginDefinition definitionOf(
      String contractId, List<String> words, Path folder, Optional<PluginDefinition> before) {
    Contract contract = plugins.contract(contractId);
    Introduction introduction =
        Introduction.of(contractId)
            .orElseThrow(
                () ->
                    new NoSubject(
                        "A plugin of the contract %s is a folder with a %s: give that instead of a command."
                            .formatted(contractId, contract.manifestName())));
    CommandBinding binding = new CommandBinding(words, folder.toAbsolutePath().normalize());
    try {
      Learned learned =
          look(only(contract, binding.bind(contract, introduction, Learned.NOTHING)))
              .program()
              .map(it -> introduction.learn(it, binding.name(), spawner, clock))
              .orElse(Learned.NOTHING);
      return before.isPresent() && learned.id().isEmpty()
          ? before.get()
          : binding.bind(contract, introduction, learned);
    } catch (ConfigMistake e) {
      throw new NoSubject("The command cannot be bound: " + e.getMessage());
    }
  }
}
