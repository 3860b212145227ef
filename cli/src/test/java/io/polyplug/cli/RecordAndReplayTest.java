package io.polyplug.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was recorded with a real plugin is played again: as the host, and as the plugin. */
class RecordAndReplayTest {
  private static final String PLUGIN =
      """
      import json, sys
      json.loads(sys.stdin.readline())
      print(json.dumps({"type": "handshake", "manifest": {"plugin_id": "acme.add",
          "plugin_version": "1", "protocol_version": "rterm.plugin.v1",
          "exposed_tools": ["add"]}}), flush=True)
      line = sys.stdin.readline()
      if line:
          request = json.loads(line)
          print(json.dumps({"type": "response", "request_id": request["request_id"], "status": "ok",
              "output": request["input"]["n"] + 1}), flush=True)
      """;

  @TempDir Path folder;
  private CommandRun.Place place;

  @BeforeEach
  void bindThePlugin() throws IOException {
    place = new CommandRun.Place(folder);
    Files.writeString(folder.resolve("add.py"), PLUGIN);
    bind("my.toml", List.of("/usr/bin/env", "python3", "add.py"));
  }

  private void bind(String file, List<String> command) throws IOException {
    StringBuilder args = new StringBuilder();
    command.subList(1, command.size()).forEach(it -> args.append('"').append(it).append("\", "));
    Files.writeString(
        folder.resolve(file),
        """
        [[plugin]]
        contract = "rune"
        id = "acme.add"
        command = "%s"
        args = [%s]
        env = { PATH = { from_env = "PATH" } }
        tools = ["add"]
        timeout = "60s"
        handshake_timeout = "60s"
        teardown_timeout = "60s"
        """
            .formatted(command.getFirst(), args));
  }

  private void record(String input) {
    CommandRun run =
        place.run("call", "acme.add", "add", input, "--config", "my.toml", "--record", "f.jsonl");
    assertThat(run.err()).isEmpty();
    assertThat(run.exit()).isZero();
  }

  @Test
  void aRecordingHasTheFramesOfBothSidesWithoutSecrets() throws IOException {
    record("{\"n\":1,\"password\":\"swordfish\"}");

    List<String> lines = Files.readAllLines(folder.resolve("f.jsonl"));

    assertThat(lines).hasSize(5);
    assertThat(lines.get(1))
        .contains("\"plugin\":\"rune:acme.add\",\"to\":\"plugin\"", "handshake");
    assertThat(lines.get(3)).contains("\"password\":\"[secret]\"").doesNotContain("swordfish");
    assertThat(lines.get(4)).contains("\"to\":\"host\"", "\"output\":2");
  }

  @Test
  void thePluginThatAnswersAsItDidIsSaidToAndOneThatDoesNotIsShown() throws IOException {
    record("{\"n\":1}");

    CommandRun same =
        place.run("replay", "f.jsonl", "--as", "host", "--", "/usr/bin/env", "python3", "add.py");
    assertThat(same.out()).isEqualTo("The plugin answers as it did: 4 frames\n");
    assertThat(same.exit()).isZero();

    Files.writeString(folder.resolve("add.py"), PLUGIN.replace("+ 1", "+ 2"));
    CommandRun other =
        place.run("replay", "f.jsonl", "--as", "host", "--", "/usr/bin/env", "python3", "add.py");
    assertThat(other.out()).startsWith("message 4 was {").contains("\"output\":2", "\"output\": 3");
    assertThat(other.exit()).isEqualTo(1);

    Files.writeString(folder.resolve("add.py"), "raise SystemExit('out of order')");
    CommandRun dead =
        place.run(
            "replay",
            "f.jsonl",
            "--as",
            "host",
            "--json",
            "--",
            "/usr/bin/env",
            "python3",
            "add.py");
    assertThat(dead.out()).contains("\"ok\":false", "out of order");
    assertThat(dead.exit()).isEqualTo(1);
  }

  @Test
  void theRecordingTakesThePlaceOfThePlugin() throws IOException {
    record("{\"n\":41}");
    bind(
        "replayed.toml",
        Program.commandLine("replay", folder.resolve("f.jsonl").toString(), "--as", "plugin"));

    CommandRun again =
        place.run("call", "acme.add", "add", "{\"n\":41}", "--config", "replayed.toml");
    assertThat(again.err()).isEmpty();
    assertThat(again.out()).isEqualTo("42\n");

    CommandRun other =
        place.run("call", "acme.add", "add", "{\"n\":5}", "--config", "replayed.toml");
    assertThat(other.exit()).isEqualTo(3);
    assertThat(other.err()).contains("crashed", "where the recording has");
  }

  @Test
  void whatCannotBePlayedIsAUsageError() throws IOException {
    record("{\"n\":1}");
    Files.writeString(folder.resolve("other"), "{}\n");

    assertThat(place.run("replay", "other", "--as", "host", "--", "sh").err())
        .contains("other:1: expected the heading of a recording");
    assertThat(place.run("replay", "gone", "--as", "plugin").err())
        .contains("gone cannot be read: no such file");
    assertThat(place.run("replay", "f.jsonl", "--as", "moon").err())
        .contains("--as: expected plugin or host");
    assertThat(place.run("replay", "f.jsonl", "--as", "host").err())
        .contains("Which program is the plugin?");
    assertThat(place.run("replay", "f.jsonl", "--as", "host", "--plugin", "x", "--", "sh").err())
        .contains("has no frames of x");
    CommandRun unwritable =
        place.run("list", "--config", "my.toml", "--record", "no/such/folder/f");
    assertThat(unwritable.err()).contains("--record: ").contains("cannot be written: no such file");
    assertThat(unwritable.exit()).isEqualTo(2);
  }
}
