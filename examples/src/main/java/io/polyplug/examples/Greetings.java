package io.polyplug.examples;

import io.polyplug.host.PluginHost;
import io.polyplug.host.SupervisionPolicy;
import io.polyplug.host.SupervisionPolicy.AfterDown;
import io.polyplug.host.SupervisionPolicy.Start;
import io.polyplug.own.InterfaceContract;
import io.polyplug.wire.Ndjson;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

/** A program that has a contract of its own: what the documentation shows, compiled and run. */
final class Greetings {
  private Greetings() {}

  static String greet(Path configFile, String name) {
    InterfaceContract greeters =
        InterfaceContract.of("acme.greeter", 1, Greeter.class)
            .callbacks(Crowd.class, plugin -> text -> text.toUpperCase(Locale.ROOT))
            .capability("shout", Crowd.class)
            .framing(Ndjson.STANDARD)
            .supervision(SupervisionPolicy.shared(Start.LAZY, AfterDown.RESTART_ON_CALL))
            .timeout(Duration.ofSeconds(5))
            .build();
    try (PluginHost host = PluginHost.builder().contract(greeters).configFile(configFile).build()) {
      Greeter ada = host.plugin("ada").as(Greeter.class);
      return ada.greet(name);
    }
  }
}
