package io.polyplug.examples;

import io.polyplug.host.Plugin;
import io.polyplug.host.PluginHost;
import io.polyplug.rune.RuneContract;
import java.nio.file.Path;
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
}
