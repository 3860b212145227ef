package io.polyplug.bab.bridge;

import io.polyplug.base.Clock;
import io.polyplug.base.UntrustedText;
import io.polyplug.process.CommandResult;
import io.polyplug.process.CommandRunner;
import io.polyplug.process.Environment;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.ProgramLookup;
import io.polyplug.process.Spawner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the program that runs adapters: bun if there is one, else node. Looks at every call, since
 * one may be installed meanwhile; asks a node for its version once. Safe from any thread.
 */
public final class JsRuntimes {
  private static final String MISSING =
      "No JavaScript runtime (bun or node) was found on the PATH; install bun, or node "
          + JsRuntime.OLDEST_NODE
          + " or newer.";
  private static final Duration VERSION_TIME = Duration.ofSeconds(30);
  private static final Pattern VERSION = Pattern.compile("v(\\d{1,4})\\.(\\d{1,4})\\..*");

  private final Supplier<ProgramLookup> lookup;
  private final Map<Path, Known> versions = new ConcurrentHashMap<>();

  private record Known(long changed, JsRuntime runtime) {}

  /** On the PATH of this process. */
  public JsRuntimes() {
    this(ProgramLookup::ofHost);
  }

  /** In these places. */
  public JsRuntimes(Supplier<ProgramLookup> lookup) {
    this.lookup = lookup;
  }

  /** The one to use; throws {@link AdapterFailure.Kind#NO_RUNTIME}. */
  JsRuntime find(Spawner spawner, Clock clock) throws AdapterFailure, InterruptedException {
    ProgramLookup places = lookup.get();
    Path bun = find(places, "bun");
    if (bun != null) {
      return JsRuntime.bun(bun);
    }
    Path node = find(places, "node");
    if (node == null) {
      throw new AdapterFailure(AdapterFailure.Kind.NO_RUNTIME, MISSING, null);
    }
    JsRuntime runtime = version(node, spawner, clock);
    if (!runtime.isUsable()) {
      throw new AdapterFailure(
          AdapterFailure.Kind.NO_RUNTIME,
          "The node on the PATH, %s, is version %d.%d; install bun, or node %s or newer."
              .formatted(
                  UntrustedText.escape(node.toString()),
                  runtime.major(),
                  runtime.minor(),
                  JsRuntime.OLDEST_NODE),
          null);
    }
    return runtime;
  }

  private static @Nullable Path find(ProgramLookup places, String name) {
    try {
      return places.find(name);
    } catch (LaunchFailure notThere) {
      return null;
    }
  }

  private JsRuntime version(Path node, Spawner spawner, Clock clock)
      throws AdapterFailure, InterruptedException {
    long changed = changed(node);
    Known known = versions.get(node);
    if (known != null && known.changed == changed) {
      return known.runtime;
    }
    String printed = ask(node, spawner, clock);
    Matcher version = VERSION.matcher(printed);
    if (!version.matches()) {
      throw unusable(
          node, "answered its version with \"" + UntrustedText.excerpt(printed, 80) + '"');
    }
    JsRuntime runtime =
        new JsRuntime(
            JsRuntime.Kind.NODE,
            node,
            Integer.parseInt(version.group(1)),
            Integer.parseInt(version.group(2)));
    versions.put(node, new Known(changed, runtime));
    return runtime;
  }

  private static String ask(Path node, Spawner spawner, Clock clock)
      throws AdapterFailure, InterruptedException {
    Duration grace = Duration.ofSeconds(1);
    CommandRunner runner =
        new CommandRunner(
            spawner,
            new CommandRunner.Limits(1, 1_000, CommandRunner.Keep.FIRST, grace, grace),
            clock);
    ProcessSpec spec =
        ProcessSpec.of(node)
            .arguments("--version")
            .environment(Environment.empty().inheritAll())
            .build();
    try {
      CommandResult result = runner.run(UUID.randomUUID().toString(), spec, null, VERSION_TIME);
      return result.stdout().strip();
    } catch (LaunchFailure | CommandRunner.Refused failure) {
      throw unusable(node, "could not be run: " + failure.getMessage());
    }
  }

  private static AdapterFailure unusable(Path node, String how) {
    return new AdapterFailure(
        AdapterFailure.Kind.NO_RUNTIME,
        "The node on the PATH, " + UntrustedText.escape(node.toString()) + ", " + how + ".",
        null);
  }

  private static long changed(Path program) {
    try {
      return Files.getLastModifiedTime(program).toMillis();
    } catch (IOException vanished) {
      return 0;
    }
  }
}
