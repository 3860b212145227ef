package io.polyplug.workbench;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.polyplug.ainb.AinbContract;
import io.polyplug.bowire.BowireContract;
import io.polyplug.host.HostBuilder;
import io.polyplug.host.LogBook;
import io.polyplug.host.PluginHost;
import io.polyplug.process.ProgramLookup;
import io.polyplug.rune.RuneContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/** A host with example plugins of three contracts, and its workbench. */
record ExampleHost(PluginHost host, LogBook logs, Workbench workbench) implements AutoCloseable {
  static ExampleHost open(Path folder) throws IOException {
    assumeTrue(ProgramLookup.ofHost().has("python3"), "python3 is not installed");
    Path config = folder.resolve("polyplug.toml");
    Files.writeString(config, configuration(Path.of("../../examples").toRealPath()));
    HostBuilder builder =
        PluginHost.builder()
            .contract(new RuneContract())
            .contract(new BowireContract())
            .contract(new AinbContract())
            .configFile(config);
    LogBook logs = builder.logBook();
    PluginHost host = builder.build();
    Served served =
        new Served("1.0", Instant.now(), host, logs, Optional.empty(), Optional.empty());
    return new ExampleHost(host, logs, Workbench.open(served, 0));
  }

  private static String configuration(Path examples) {
    return """
        [[plugin]]
        contract = "rune"
        id = "example.wordcount"
        command = "python3"
        args = ["%1$s/rune/wordcount.py"]
        env = { LANG = "C.UTF-8", PATH = { from_env = "PATH" } }
        capabilities = ["tool.execute"]
        timeout = "30s"
        handshake_timeout = "30s"
        tools = ["text.count"]

        [[plugin]]
        contract = "bowire"
        folder = "%1$s/bowire/clock"

        [[plugin]]
        contract = "ainb"
        path = "%1$s/ainb/pulse"

        [[plugin]]
        contract = "ainb"
        path = "%1$s/ainb/graph"
        """
        .formatted(examples);
  }

  @Override
  public void close() {
    workbench.close();
    host.close();
    logs.close();
  }
}
