package io.polyplug.cli.dev;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.InstanceContext;
import io.polyplug.process.Child;
import io.polyplug.process.Environment;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.Spawner;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Starts plugins so that they wait for a debugger, each at a port of its own on this machine only,
 * and says which. Standard output stays the plugin's: nothing here makes its runtime write there.
 * Safe from any thread.
 */
public final class Debugging {
  private static final String HERE = "127.0.0.1";
  private static final int LONGEST_PROGRAM = 200;

  private final PythonDebugger python;
  private final BiConsumer<String, String> say;

  /**
   * For one host.
   *
   * @param say takes a plugin's id and a sentence about it
   */
  public Debugging(BiConsumer<String, String> say) {
    this.python = new PythonDebugger();
    this.say = say;
  }

  /** What the host lends to an instance, whose program will wait for a debugger. */
  InstanceContext lent(String plugin, InstanceContext context) {
    return new InstanceContext(
        context.clock(),
        new Starts(plugin, context.spawner()),
        context.grants(),
        context.events(),
        context.store(),
        context.activity(),
        context.lasting(),
        context.bus(),
        context.plugins(),
        context.settings());
  }

  /**
   * The starts of one instance. The first program that is not merely asked for its version is the
   * plugin; others that it has started later are not debugged.
   */
  private final class Starts implements Spawner {
    private final String plugin;
    private final Spawner real;
    private @Nullable List<String> plugins;

    Starts(String plugin, Spawner real) {
      this.plugin = plugin;
      this.real = real;
    }

    @Override
    public Child start(ProcessSpec spec) throws LaunchFailure {
      return real.start(isThePlugin(spec) ? waiting(plugin, spec, real) : spec);
    }

    @Override
    public void prepare() throws LaunchFailure {
      real.prepare();
    }

    private synchronized boolean isThePlugin(ProcessSpec spec) {
      if (spec.arguments().contains("--version")) {
        return false;
      }
      List<String> beginning =
          List.of(spec.program().toString(), spec.arguments().stream().findFirst().orElse(""));
      if (plugins == null) {
        plugins = beginning;
      }
      return plugins.equals(beginning);
    }
  }

  private ProcessSpec waiting(String plugin, ProcessSpec spec, Spawner real) {
    Optional<Runner.Found> found = Runner.of(spec);
    if (found.isEmpty()) {
      say.accept(
          plugin,
          "no debugger is waited for, since %s is not seen to be run by java, node or python; its deadlines are off"
              .formatted(UntrustedText.excerpt(spec.program().toString(), LONGEST_PROGRAM)));
      return spec;
    }
    int port;
    try {
      port = freePort();
    } catch (IOException e) {
      say.accept(plugin, "no debugger is waited for, since there is no free port: " + e);
      return spec;
    }
    Optional<ProcessSpec> waiting =
        switch (found.get().runner()) {
          case JAVA ->
              Optional.of(
                  with(
                      spec,
                      "JAVA_TOOL_OPTIONS",
                      "-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,quiet=y,address=%s:%d"
                          .formatted(HERE, port)));
          case NODE ->
              Optional.of(with(spec, "NODE_OPTIONS", "--inspect-brk=%s:%d".formatted(HERE, port)));
          case PYTHON -> python.waiting(spec, found.get().interpreter(), HERE + ":" + port, real);
        };
    say.accept(
        plugin,
        waiting.isPresent()
            ? "waiting for a debugger on %s:%d".formatted(HERE, port)
            : "no debugger is waited for, since its python has no debugpy (pip install debugpy); its deadlines are off");
    return waiting.orElse(spec);
  }

  /** With one more option in a variable that may have some. */
  private static ProcessSpec with(ProcessSpec spec, String variable, String option) {
    Environment environment = spec.environment();
    String before = environment.variables().getOrDefault(variable, "");
    return spec.toBuilder()
        .environment(
            environment
                .without(variable)
                .with(variable, before.isEmpty() ? option : before + " " + option))
        .build();
  }

  /** One that nobody has at this moment; the runtime says so itself if somebody is quicker. */
  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.ofLiteral(HERE))) {
      return socket.getLocalPort();
    }
  }
}
