package io.polyplug.sdk.internal;

import io.polyplug.sdk.Call;
import io.polyplug.sdk.ToolError;
import io.polyplug.wire.InvalidJson;
import io.polyplug.wire.Json;
import java.util.List;

/** The tools of a plugin as a command line. */
record AinbCommand(Declaration plugin) {
  private static final int WRONG_USE = 2;

  Json run(List<String> argv, Call call) throws InterruptedException {
    if (argv.isEmpty() || argv.getFirst().equals("--help")) {
      return AinbSpeaker.reply(usage(), "", 0);
    }
    Tool.Callable tool = plugin.callable(argv.getFirst());
    if (tool == null) {
      return AinbSpeaker.reply("", plugin.noSuchTool(argv.getFirst()) + "\n", WRONG_USE);
    }
    Json input;
    try {
      input = argv.size() < 2 ? Json.EMPTY_OBJECT : Json.parse(argv.get(1));
    } catch (InvalidJson e) {
      String sentence = "the input of " + tool.name() + " is not JSON: " + e.getMessage() + "\n";
      return AinbSpeaker.reply("", sentence, WRONG_USE);
    }
    try {
      return AinbSpeaker.reply(Lines.of(tool, tool.run(input, call)), "", 0);
    } catch (ToolError e) {
      return AinbSpeaker.reply("", Lines.of(e), 1);
    }
  }

  private String usage() {
    StringBuilder text =
        new StringBuilder("usage: ").append(plugin.name()).append(" TOOL [JSON]\n");
    for (Tool.Callable tool : plugin.callable()) {
      text.append("  ").append(tool.name()).append("  ").append(tool.description()).append('\n');
    }
    return text.toString();
  }
}
