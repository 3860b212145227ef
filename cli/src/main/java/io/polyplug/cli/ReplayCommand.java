package io.polyplug.cli;

import io.polyplug.base.Clock;
import io.polyplug.base.UntrustedText;
import io.polyplug.conformance.Conversation;
import io.polyplug.conformance.Violation;
import io.polyplug.conformance.replay.HostReplay;
import io.polyplug.conformance.replay.Life;
import io.polyplug.conformance.replay.PluginReplay;
import io.polyplug.host.RecordedFrame;
import io.polyplug.host.config.FileProblem;
import io.polyplug.host.flight.RecordingReader;
import io.polyplug.process.Environment;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.ProgramLookup;
import io.polyplug.process.Spawner;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** {@code polyplug replay}: plays one side of a recording again. */
final class ReplayCommand implements Command {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int SHOWN = 2_000;

  @Override
  public CommandSpec specification(String name) {
    CommandSpec spec =
        CommonOptions.command(
            name,
            "Plays one side of a recording again (see --record).",
            "As the plugin it speaks over standard input and output, for a host to start in its place. As the host it starts COMMAND, says what the host said then, and tells where the plugin answers differently.");
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("0")
            .paramLabel("FILE")
            .type(String.class)
            .required(true)
            .description("A recording.")
            .build());
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("1..*")
            .paramLabel("COMMAND")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .arity("0..*")
            .description("With --as host, after --: the plugin's program and its arguments.")
            .build());
    spec.addOption(
        OptionSpec.builder("--as")
            .paramLabel("SIDE")
            .type(String.class)
            .required(true)
            .description("The side that is played: plugin or host.")
            .build());
    spec.addOption(
        OptionSpec.builder("--plugin")
            .paramLabel("PLUGIN")
            .type(String.class)
            .description(
                "Whose frames, where a recording has several plugins: its id or contract:id. The first one if it is not given.")
            .build());
    return spec;
  }

  @Override
  public int run(Given given, Surroundings around) throws IOException {
    Path file = around.folder().resolve(given.argument(0).orElseThrow());
    List<Life> lives = lives(file, given.text("--plugin").orElse(""));
    return switch (given.text("--as").orElse("")) {
      case "plugin" -> asPlugin(lives, around);
      case "host" -> asHost(lives, given, around);
      default -> throw new UsageProblem("--as: expected plugin or host");
    };
  }

  private static List<Life> lives(Path file, String plugin) {
    List<RecordedFrame> frames;
    try {
      frames = RecordingReader.read(file);
    } catch (RecordingReader.InvalidRecording e) {
      throw new UsageProblem(UntrustedText.escape(String.valueOf(e.getMessage())));
    } catch (IOException e) {
      throw new UsageProblem(
          UntrustedText.escape(file.toString()) + " cannot be read: " + FileProblem.of(e, file));
    }
    List<Life> lives = Life.of(frames, plugin);
    if (lives.isEmpty()) {
      throw new UsageProblem(
          UntrustedText.escape(file.toString())
              + (plugin.isEmpty()
                  ? " has no frames"
                  : " has no frames of " + UntrustedText.excerpt(plugin, 80)));
    }
    return lives;
  }

  /** Standard output is the host's: what there is to say goes to standard error. */
  private static int asPlugin(List<Life> lives, Surroundings around) throws IOException {
    try (FileOutputStream out = new FileOutputStream(FileDescriptor.out)) {
      Optional<String> problem = new PluginReplay(lives).play(around.stdin(), out);
      problem.ifPresent(
          it -> around.printer().aside("polyplug: " + UntrustedText.excerpt(it, SHOWN)));
      return problem.isPresent() ? ExitCode.PLUGIN_ERROR : ExitCode.OK;
    }
  }

  private static int asHost(List<Life> lives, Given given, Surroundings around) {
    List<String> command = given.command().matchedPositionalValue(1, List.of());
    if (command.isEmpty()) {
      throw new UsageProblem(
          "Which program is the plugin? Name it after --, as in: polyplug replay FILE --as host -- python3 plugin.py");
    }
    Duration patience = CommonOptions.timeout(given).orElse(PATIENCE);
    List<String> differences = new ArrayList<>();
    for (int life = 0; life < lives.size(); life++) {
      String of = lives.size() == 1 ? "" : "life " + (life + 1) + ": ";
      play(lives.get(life), command, patience, around).forEach(it -> differences.add(of + it));
    }
    report(lives, differences, around.printer());
    return differences.isEmpty() ? ExitCode.OK : ExitCode.PLUGIN_ERROR;
  }

  private static List<String> play(
      Life life, List<String> command, Duration patience, Surroundings around) {
    try (Conversation plugin =
        Conversation.start(
            Spawner.platform(), specification(command, around), life.framing(), Clock.system())) {
      return new HostReplay(patience).play(life, plugin);
    } catch (Violation e) {
      return List.of(String.valueOf(e.getMessage()));
    } catch (LaunchFailure e) {
      throw new UsageProblem(String.valueOf(e.getMessage()));
    }
  }

  private static ProcessSpec specification(List<String> command, Surroundings around)
      throws LaunchFailure {
    String path = around.environment().getOrDefault("PATH", "");
    return ProcessSpec.of(new ProgramLookup(around.folder(), path).find(command.getFirst()))
        .arguments(command.subList(1, command.size()))
        .folder(around.folder())
        .environment(Environment.empty().withAll(around.environment()))
        .build();
  }

  private static void report(List<Life> lives, List<String> differences, Printer printer) {
    int frames = lives.stream().mapToInt(it -> it.frames().size()).sum();
    if (printer.wantsJson()) {
      printer.document(
          out -> {
            out.writeBooleanProperty("ok", differences.isEmpty());
            out.writeNumberProperty("frames", frames);
            out.writeArrayPropertyStart("differences");
            differences.forEach(out::writeString);
            out.writeEndArray();
          });
      return;
    }
    differences.forEach(it -> printer.line(UntrustedText.excerpt(it, SHOWN)));
    if (differences.isEmpty()) {
      printer.line("The plugin answers as it did: " + frames + " frames");
    }
  }
}
