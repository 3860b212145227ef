package io.polyplug.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Calls, streams and channels through a running host, and what ends them early. */
class CallThroughUpTest extends SidecarStage {
  @Test
  void aClientThatIsKilledCancelsItsCallAndHoldsUpNobody() throws Exception {
    up();
    Program stream = start("call", "echo", "Echo/ticks");
    stream.awaitLine(line -> line.equals("{\"tick\":3}"));
    Program other = start("call", "echo", "Echo/ticks");
    other.awaitLine(line -> line.equals("{\"tick\":3}"));
    stream.signal("KILL");
    stream.awaitExit();
    other.awaitLine(line -> line.contains("tick"));
    other.signal("INT");
    assertThat(other.awaitExit()).isEqualTo(130);
    assertThat(run("call", "echo", "Echo/echo", "[1]").out()).isEqualTo("[1]\n");
  }

  @Test
  void aChannelSendsTheLinesOfStandardInput() throws Exception {
    up();
    Program chat = start("call", "echo", "Echo/chat");
    chat.send("{\"n\":1}\n");
    chat.awaitLine(line -> line.equals("{\"n\":1}"));
    chat.send("\n[2]\n");
    chat.awaitLine(line -> line.equals("[2]"));
    chat.closeInput();
    assertThat(chat.awaitExit()).isZero();
    CommandRun wrong =
        new CommandRun.Place(folder).withStdin("{}\nnot json\n").run("call", "echo", "Echo/chat");
    assertThat(wrong.exit()).isEqualTo(2);
    assertThat(wrong.err()).contains("line 2 of standard input");
  }

  @Test
  void aChannelWithBadInputIsOneDocument() {
    CommandRun wrong =
        new CommandRun.Place(folder)
            .withStdin("not json\n")
            .run("call", "echo", "Echo/chat", "--json");
    assertThat(wrong.exit()).isEqualTo(2);
    Map<String, Json> document = JsonParts.members(Json.parse(wrong.out()));
    assertThat(document.get("ok")).hasToString("false");
    assertThat(error(document)).isEqualTo("usage");
    assertThat(document).containsKey("messages");
  }

  @Test
  void aStreamEndsWhenItsReaderLeaves() throws Exception {
    String first = "{ \"$@\"; echo \"exit $?\" >&2; } | head -n 1";
    Program alone = inShell(first, "call", "echo", "Echo/ticks");
    alone.awaitError(line -> line.equals("exit 0"));
    assertThat(alone.awaitExit()).isZero();
    assertThat(alone.rest()).containsExactly("{\"tick\":0}");
    up();
    Program shared = inShell(first, "call", "echo", "Echo/ticks");
    shared.awaitError(line -> line.equals("exit 0"));
    Program quiet = inShell(first, "call", "echo", "Echo/chat");
    quiet.send("[1]\n");
    quiet.awaitError(line -> line.equals("exit 0"));
    assertThat(quiet.rest()).as("though nothing more came").containsExactly("[1]");
    Program log = inShell(first, "logs", "echo", "--follow");
    log.awaitError(line -> line.equals("exit 0"));
  }

  @Test
  void aStreamThatCannotBeWrittenEndsWithFive() throws Exception {
    assumeTrue(Files.exists(Path.of("/dev/full")), "there is no /dev/full");
    up();
    for (String[] command :
        new String[][] {
          {"call", "echo", "Echo/ticks"},
          {"call", "echo", "Echo/ticks", "--local"},
          {"logs", "echo", "-f"}
        }) {
      Program program = inShell("\"$@\" > /dev/full", command);
      assertThat(program.awaitExit()).isEqualTo(5);
      assertThat(program.errors())
          .anyMatch(line -> line.startsWith("polyplug: standard output could not be written"));
    }
  }

  @Test
  void aCallThatIsInterruptedIsOneDocumentAndNobodysFailure() throws Exception {
    Program alone = start("call", "echo", "Echo/hang", "--json", "--verbose");
    alone.awaitError(line -> line.endsWith("hanging"));
    assertInterrupted(alone);
    Program stream = start("call", "echo", "Echo/ticks", "--json", "--verbose");
    stream.awaitError(line -> line.contains("$/stream/data"));
    assertInterrupted(stream);
    Program text = start("call", "echo", "Echo/hang", "--verbose");
    text.awaitError(line -> line.endsWith("hanging"));
    text.signal("INT");
    assertThat(text.awaitExit()).isEqualTo(130);
    assertThat(text.errors()).noneMatch(line -> line.startsWith("polyplug: "));
    Program up = up();
    Program shared = start("call", "echo", "Echo/hang", "--json");
    up.awaitError(line -> line.equals("echo: hanging"));
    assertInterrupted(shared);
  }

  @Test
  void commandsGiveTheSameThroughARunningHostAsWithoutIt() throws Exception {
    Program up = up();
    for (String[] command :
        new String[][] {
          {"tools", "echo"},
          {"tools", "echo", "--json"},
          {"call", "echo", "Echo/echo", "{\"n\": 12345678901234567890.10}"},
          {"call", "echo", "Echo/ticks", "{\"count\":3}"},
          {"call", "echo", "Echo/ticks", "{\"count\":3}", "--json"},
          {"call", "echo", "Echo/ticks", "--max", "2"},
          {"call", "nobody", "x"},
        }) {
      List<String> local = new ArrayList<>(List.of(command));
      local.add("--local");
      assertThat(run(command)).isEqualTo(run(local.toArray(String[]::new)));
    }
    long own = process("echo").pid();
    assertThat(run("call", "echo", "Echo/pid").out().strip()).isEqualTo(Long.toString(own));
    assertThat(run("call", "echo", "Echo/pid", "--local").out().strip())
        .isNotEqualTo(Long.toString(own));
    up.signal("TERM");
    assertThat(up.awaitExit()).isZero();
  }
}
