package io.polyplug.monorepo.adapters;

import io.polyplug.base.Clock;
import io.polyplug.monorepo.SampleFiles;
import io.polyplug.monorepo.files.Looks;
import io.polyplug.process.Environment;
import io.polyplug.process.Spawner;
import java.time.Duration;
import java.util.List;

/** The built-in adapters over files of a test, with its own tools only on the path. */
final class Builtins {
  /** Generous: nothing but a probe that hangs takes it. */
  static final Duration LIMIT = Duration.ofSeconds(30);

  private Builtins() {}

  /**
   * Tools are scripts in {@code bin}; the shell and its friends are found where they always are.
   */
  static ToolHost host(SampleFiles files) {
    Environment environment = Environment.empty().with("PATH", files.at("bin").toString());
    return new ToolHost(Spawner::platform, Clock.system(), environment, files.root());
  }

  static List<Adapter> all(SampleFiles files) {
    ToolHost host = host(files);
    return BuiltinAdapters.of(host, new CommandProbes(host, LIMIT), Looks.unnoted());
  }

  static Adapter adapter(SampleFiles files, String id) {
    return all(files).stream().filter(adapter -> adapter.id().equals(id)).findFirst().orElseThrow();
  }
}
