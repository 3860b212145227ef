package io.polyplug.examples;

import io.polyplug.bab.BabContract;
import io.polyplug.bab.BabPlugin;
import io.polyplug.bab.DelegateFailure;
import io.polyplug.bab.DelegateRequest;
import io.polyplug.bab.DelegateResult;
import io.polyplug.bowire.BowireContract;
import io.polyplug.host.Plugin;
import io.polyplug.host.PluginHost;
import io.polyplug.host.ToolStream;
import io.polyplug.monorepo.Monorepo;
import io.polyplug.monorepo.MonorepoOptions;
import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.monorepo.plan.Plan;
import io.polyplug.monorepo.run.RunListener;
import io.polyplug.monorepo.run.RunOptions;
import io.polyplug.monorepo.run.RunReport;
import io.polyplug.monorepo.run.RunSummary;
import io.polyplug.rune.RuneContract;
import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A program that embeds a host: what the README shows, compiled and run. */
final class Embedding {
  private Embedding() {}

  static int countWords(Path configFile, String text) {
    JsonNode input = JsonMapper.shared().createObjectNode().put("text", text);
    // README-START
    try (PluginHost host =
        PluginHost.builder()
            .contract(new RuneContract())
            .configFile(configFile) // naming a file here is trusting it
            .build()) {
      Plugin wordcount = host.plugin("example.wordcount");
      JsonNode answer =
          wordcount.tool("text.count").call(input); // a process, an answer, no leftovers
      return answer.get("words").intValue();
    }
    // README-END
  }

  static int addTicks(Path pluginFolder, int count) {
    JsonNode input = JsonMapper.shared().createObjectNode().put("count", count);
    try (PluginHost host =
        PluginHost.builder().contract(new BowireContract()).pluginsFrom(pluginFolder).build()) {
      int sum = 0;
      try (ToolStream ticks = host.plugin("clock").tool("Clock/ticks").stream(input)) {
        for (JsonNode tick : ticks) { // ends with the stream, throws if it failed
          sum += tick.get("tick").intValue();
        }
      }
      return sum;
    }
  }

  static String shout(Path pluginFolder, String prompt) throws DelegateFailure {
    try (PluginHost host =
        PluginHost.builder().contract(new BabContract()).pluginsFrom(pluginFolder).build()) {
      BabPlugin shout = host.plugin("shout").as(BabPlugin.class);
      DelegateResult answer = shout.delegate(DelegateRequest.of(prompt).withRole("default"));
      return answer.content(); // and answer.metadata(): exit code, duration, what the plugin adds
    }
  }

  static RunSummary build(MonorepoOptions options) throws WorkspaceProblem, InterruptedException {
    try (Monorepo repo = Monorepo.open(options, Monorepo.Needs.KEYS)) {
      Plan plan = repo.plan(Optional.empty(), Optional.empty(), false); // runs nothing
      System.out.println(plan.summary().misses() + " tasks are to be run");
      RunReport report =
          repo.run(
              Optional.empty(), // every task; or only those of one name
              Optional.empty(), // everywhere; or in one dish or bento
              new RunOptions(false, RunOptions.Install.IF_MISSING),
              RunListener.NONE);
      return report.summary();
    }
  }
}
