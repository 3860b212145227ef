package io.polyplug.host;

import io.polyplug.base.Clock;
import io.polyplug.host.bus.SnapshotBus;
import io.polyplug.host.config.Configuration;
import io.polyplug.host.config.DisabledNames;
import io.polyplug.host.jvm.AotCaches;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.Spawner;
import io.polyplug.wire.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What a {@link PluginHost} is made of. Used by one thread, for one host. */
public final class HostBuilder {
  private final List<Contract> contracts = new ArrayList<>();
  private final List<Path> folders = new ArrayList<>();
  private final List<Path> configFiles = new ArrayList<>();
  private final List<Recording> recordings = new ArrayList<>();
  private final List<Runnable> farewells = new ArrayList<>();
  private final HostEvents events = new HostEvents(() -> clock().nanoTime());
  private Supplier<Configuration> configuration = () -> Configuration.NONE;
  private @Nullable Grants grants;
  private volatile Grants configured = Configuration.NONE.grants();
  private Clock clock = Clock.system();
  private @Nullable Clock deadlines;
  private Succession succession = Succession.AT_ONCE;
  private @Nullable Spawner spawner;
  private Optional<Path> state = Optional.empty();
  private AnswerStore store = AnswerStore.NONE;
  private UnaryOperator<ProcessSpec> commands = UnaryOperator.identity();

  private SnapshotBus bus = SnapshotBus.inProcess();
  private boolean lasting = true;
  private Consumer<PluginInfo> startCheck = info -> {};
  private Predicate<PluginInfo> disabled = info -> false;
  private Optional<Map<String, String>> homesOf = Optional.empty();
  private Function<PluginInfo, Map<String, Json>> settings = info -> Map.of();

  HostBuilder() {}

  /** Adds a contract. Without any, all that {@link ServiceLoader} finds are taken. */
  public HostBuilder contract(Contract contract) {
    contracts.add(contract);
    return this;
  }

  /** Looks for plugins of all contracts in the subfolders of this folder. */
  public HostBuilder pluginsFrom(Path folder) {
    folders.add(folder);
    return this;
  }

  /** Binds the plugins of a {@code polyplug.toml}; naming it here is trusting it. */
  public HostBuilder configFile(Path file) {
    configFiles.add(file);
    return this;
  }

  /** Takes plugins and grants from configuration that was read already. */
  public HostBuilder configuration(Configuration read) {
    return configuration(() -> read);
  }

  /** Takes plugins and grants from configuration that is read now and at every refresh. */
  public HostBuilder configuration(Supplier<Configuration> reading) {
    configuration = reading;
    return this;
  }

  /** Which plugins are disabled from the start; asked again at every refresh. */
  public HostBuilder disabled(Predicate<PluginInfo> which) {
    disabled = which;
    return this;
  }

  /**
   * What the user has set for a plugin that can be set something, besides its configuration; asked
   * at every start, which fails with {@code invalid_configuration} if this throws an {@link
   * java.io.UncheckedIOException}.
   */
  public HostBuilder settings(Function<PluginInfo, Map<String, Json>> kept) {
    settings = kept;
    return this;
  }

  /** What plugins may have, instead of what the configuration says. */
  public HostBuilder grants(Grants policy) {
    grants = policy;
    return this;
  }

  /** Whose time all deadlines are of. */
  public HostBuilder clock(Clock time) {
    clock = time;
    return this;
  }

  /**
   * Whose time the deadlines of plugins are of, where it is another one than that of their
   * supervision: of starts, calls, signs of life and ends.
   */
  public HostBuilder deadlines(Clock time) {
    deadlines = time;
    return this;
  }

  /** How plugins give way to other readings of themselves, instead of at once. */
  public HostBuilder succession(Succession how) {
    succession = how;
    return this;
  }

  /** How processes are started, instead of the guarded way that fits the platform. */
  public HostBuilder spawner(Spawner how) {
    spawner = how;
    return this;
  }

  /** Where plugins exchange snapshots, instead of a bus inside this process. */
  public HostBuilder bus(SnapshotBus carrier) {
    bus = carrier;
    return this;
  }

  /**
   * Notes running processes in files below this folder, so that even if this host and its guardian
   * are killed together the next host ends what they left.
   */
  public HostBuilder journalIn(Path stateFolder) {
    state = Optional.of(stateFolder);
    return this;
  }

  /**
   * Remembers small answers, such as tool lists, in files below this folder, and starts Java
   * plugins with the caches that are there.
   */
  public HostBuilder rememberIn(Path cacheFolder) {
    store = new FileAnswerStore(cacheFolder.resolve("answers"));
    commands = AotCaches.below(cacheFolder)::quickened;
    return this;
  }

  /**
   * The host lives for one command: nothing is started before it is called, and services that are
   * not ours are left as they are at the end.
   */
  public HostBuilder forOneCommand() {
    lasting = false;
    return this;
  }

  /** Asked before every start; what it throws is why the plugin did not start. */
  public HostBuilder beforeStart(Consumer<PluginInfo> check) {
    startCheck = startCheck.andThen(check);
    return this;
  }

  /** Looks for plugins where their contracts' own tools put them. */
  public HostBuilder pluginsFromHomes(Map<String, String> environment) {
    homesOf = Optional.of(Map.copyOf(environment));
    return this;
  }

  /** Hears of everything from the very start. */
  public HostBuilder listener(Consumer<HostEvent> listener) {
    events.subscribe(listener);
    return this;
  }

  /** As {@link #listener}, but hears nothing of frames, which makes calls cheaper. */
  public HostBuilder listenerWithoutFrames(Consumer<HostEvent> listener) {
    events.subscribeWithoutFrames(listener);
    return this;
  }

  /** As {@link #listener}, but hears nothing of frames and calls, which then cost it nothing. */
  public HostBuilder listenerWithoutCalls(Consumer<HostEvent> listener) {
    events.subscribeWithoutCalls(listener);
    return this;
  }

  /** Has all frames written down from the very start; the host closes the recorder with itself. */
  public HostBuilder recorder(FlightRecorder flight) {
    recordings.add(new Recording(flight, events.subscribeToFrames(flight::frame)));
    return this;
  }

  /** A recorder and its place among the listeners. */
  record Recording(FlightRecorder recorder, HostEvents.Subscription place) {
    /** When all has been heard. */
    void end() {
      place.close();
      recorder.lost(place.dropped());
      recorder.close();
    }
  }

  /** Run once, when the host has ended and every listener has heard what it could hear in time. */
  public HostBuilder atTheEnd(Runnable last) {
    farewells.add(last);
    return this;
  }

  List<Runnable> farewells() {
    return farewells;
  }

  List<Recording> recordings() {
    return recordings;
  }

  /** Keeps the last lines of every plugin's log from the very start; the caller closes it. */
  public LogBook logBook() {
    return new LogBook(events, clock::now);
  }

  /**
   * Reads the configuration and the folders, and starts what is to start at once. Throws {@link
   * io.polyplug.host.config.ConfigMistake} for a wrong file; a bad plugin folder spoils nothing
   * else.
   */
  public PluginHost build() {
    return new PluginHost(this, scan());
  }

  /** What a look at files and folders found. */
  record Scan(
      List<PluginDefinition> found, List<Discovered.Invalid> invalid, DisabledNames disabled) {}

  /** Looks at the configuration and the folders; changes nothing if a file is wrong. */
  Scan scan() {
    List<Contract> known = contracts();
    List<Configuration> read = new ArrayList<>();
    configFiles.forEach(file -> read.add(Configuration.of(file, known)));
    read.add(configuration.get());
    List<PluginDefinition> found = new ArrayList<>(read.getLast().plugins());
    read.subList(0, configFiles.size()).forEach(file -> found.addAll(file.plugins()));
    List<Discovered.Invalid> invalid = new ArrayList<>();
    read.forEach(file -> invalid.addAll(file.invalid()));
    Set<Path> looked = new HashSet<>();
    for (Path folder : folders) {
      if (looked.add(folder.toAbsolutePath().normalize())) {
        known.forEach(contract -> discover(contract, folder, found, invalid));
        // Whose it is nobody can see.
        invalid.addAll(PluginFolders.closed(folder, "unknown"));
      }
    }
    for (Contract contract : homesOf.isPresent() ? known : List.<Contract>of()) {
      for (Path home : contract.homes(homesOf.get())) {
        if (!looked.contains(home.toAbsolutePath().normalize())) {
          discover(contract, home, found, invalid);
          invalid.addAll(PluginFolders.closed(home, contract.id()));
        }
      }
    }
    configured = read.getFirst().grants();
    Set<String> off = new HashSet<>();
    read.forEach(file -> off.addAll(file.disabled()));
    return new Scan(found, invalid, new DisabledNames(off));
  }

  private static void discover(
      Contract contract,
      Path folder,
      List<PluginDefinition> found,
      List<Discovered.Invalid> invalid) {
    for (Discovered discovered : contract.discover(folder)) {
      switch (discovered) {
        case Discovered.Found(PluginDefinition definition) -> add(definition, found, invalid);
        case Discovered.Invalid bad -> invalid.add(bad);
      }
    }
  }

  /**
   * A plugin that a file binds stands in the way of an installed one of the same contract and id.
   */
  private static void add(
      PluginDefinition installed, List<PluginDefinition> found, List<Discovered.Invalid> invalid) {
    PluginInfo info = installed.info();
    for (PluginDefinition other : found) {
      if (other.info().installation().isEmpty()
          && other.info().qualifiedId().equals(info.qualifiedId())) {
        invalid.add(
            new Discovered.Invalid(
                info.contract(),
                info.origin(),
                info.id() + " is bound in " + other.info().origin() + " already"));
        return;
      }
    }
    found.add(installed);
  }

  /** The contracts that a host built now would know. */
  public List<Contract> contracts() {
    return contracts.isEmpty()
        ? ServiceLoader.load(Contract.class).stream().map(ServiceLoader.Provider::get).toList()
        : List.copyOf(contracts);
  }

  Grants grants() {
    return grants == null ? configured : grants;
  }

  Clock clock() {
    return clock;
  }

  Clock deadlines() {
    return deadlines == null ? clock : deadlines;
  }

  Succession succession() {
    return succession;
  }

  Spawner spawner() {
    if (spawner == null) {
      spawner = new GuardedStarts(Spawner::platform, state, commands);
    }
    return spawner;
  }

  HostEvents events() {
    return events;
  }

  SnapshotBus bus() {
    return bus;
  }

  Function<PluginInfo, Map<String, Json>> settings() {
    return settings;
  }

  boolean lasting() {
    return lasting;
  }

  Predicate<PluginInfo> disabled() {
    return disabled;
  }

  Consumer<PluginInfo> startCheck() {
    return startCheck;
  }

  AnswerStore store() {
    return store;
  }
}
