package io.polyplug.cli;

import io.polyplug.ainb.AinbContract;
import io.polyplug.ainb.AinbToolNames;
import io.polyplug.base.UntrustedText;
import io.polyplug.cli.running.HostView;
import io.polyplug.cli.running.Listing;
import io.polyplug.host.NearestNames;
import io.polyplug.host.ToolCall;
import io.polyplug.host.ToolResult;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** {@code polyplug ainb render PLUGIN SCREEN}: one frame of a screen, as the plugin gives it. */
final class AinbRenderCommand implements Command {
  private static final Pattern SIZE = Pattern.compile("(\\d{1,4})[xX](\\d{1,4})");
  private static final int LARGEST = 1_000;

  /** How large the frame is to be. */
  private record Size(int width, int height) {}

  @Override
  public CommandSpec specification(String name) {
    CommandSpec spec =
        CommonOptions.command(
            name, "Prints one frame of a screen, as the plugin gives it just then.");
    spec.addPositional(CommonOptions.plugin("1"));
    spec.addPositional(StoreOptions.argument("1", "SCREEN", "1", "The id of the screen."));
    spec.addOption(option("--size", "WxH", "Columns and rows; 80x24 if left out."));
    spec.addOption(
        option(
            "--format",
            "FORMAT",
            "text, ansi (text with colours), json (as it came) or png; text if left out."));
    spec.addOption(option("--output", "FILE", "Where the frame is written to instead."));
    return spec;
  }

  private static OptionSpec option(String name, String label, String description) {
    return OptionSpec.builder(name)
        .paramLabel(label)
        .type(String.class)
        .description(description)
        .build();
  }

  @Override
  public int run(Given given, Surroundings around) {
    Printer printer = around.printer();
    Size size = given.text("--size").map(AinbRenderCommand::size).orElse(new Size(80, 24));
    Optional<FrameFormat> asked = given.text("--format").map(FrameFormat::named);
    Optional<Path> file = given.text("--output").map(around.folder()::resolve);
    if (asked.equals(Optional.of(FrameFormat.PNG)) && file.isEmpty() && printer.outIsTerminal()) {
      throw new UsageProblem("A picture is nothing for a terminal: name a file with --output");
    }
    if (asked.isPresent() && file.isEmpty() && printer.wantsJson()) {
      throw new UsageProblem(
          "--json prints the frame in its document: leave out --format, or name a file with"
              + " --output");
    }
    String name = given.argument(0).orElse("");
    String screen = given.argument(1).orElse("");
    Listing.Row plugin;
    ToolResult result;
    try (HostView view = Hosts.view(given, around)) {
      plugin = view.plugin(name);
      check(view, plugin, screen);
      try (Spinner _ = Spinner.start(printer, plugin.called() + " " + screen)) {
        result = view.call(name, AinbToolNames.RENDER + screen, call(size, given));
      }
    }
    Frame frame = Frame.of(plugin.id(), result.output());
    FrameFormat format = asked.orElse(FrameFormat.TEXT);
    file.ifPresent(path -> write(path, format.write(frame)));
    if (printer.wantsJson()) {
      print(frame, screen, file, printer);
    } else if (file.isEmpty()) {
      printer.bytes(format.write(frame));
    }
    return ExitCode.OK;
  }

  private static Size size(String text) {
    Matcher matcher = SIZE.matcher(text);
    if (matcher.matches()) {
      Size size = new Size(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
      if (isUsual(size.width()) && isUsual(size.height())) {
        return size;
      }
    }
    throw new UsageProblem(
        "--size: expected columns and rows from 1x1 to %dx%d, found \"%s\""
            .formatted(LARGEST, LARGEST, UntrustedText.excerpt(text, 40)));
  }

  private static boolean isUsual(int cells) {
    return cells >= 1 && cells <= LARGEST;
  }

  private static ToolCall call(Size size, Given given) {
    ToolCall call =
        ToolCall.of(
            Json.object(
                out -> {
                  out.writeNumberProperty("width", size.width());
                  out.writeNumberProperty("height", size.height());
                }));
    return CommonOptions.timeout(given).map(call::withTimeout).orElse(call);
  }

  private static void check(HostView view, Listing.Row plugin, String screen) {
    if (!plugin.contract().equals(AinbContract.ID)) {
      throw new UsageProblem(
          "%s is a plugin of the contract %s, and only those of ainb have screens"
              .formatted(plugin.called(), plugin.contract()));
    }
    List<String> screens =
        AinbOffer.of(view, plugin, AinbToolNames.RENDER).stream().map(AinbOffer::name).toList();
    if (screens.isEmpty()) {
      throw new UsageProblem(plugin.called() + " has no screens");
    }
    if (!screens.contains(screen)) {
      throw new UsageProblem(
          "%s has no screen called %s.%s"
              .formatted(
                  plugin.called(),
                  UntrustedText.excerpt(screen, 80),
                  screens.size() == 1
                      ? " Its screen is " + screens.getFirst()
                      : NearestNames.hint(screen, screens)));
    }
  }

  private static void write(Path file, byte[] bytes) {
    try {
      Files.write(file, bytes);
    } catch (IOException e) {
      throw new UsageProblem("--output: " + file + " cannot be written: " + e);
    }
  }

  private static void print(Frame frame, String screen, Optional<Path> file, Printer printer) {
    printer.document(
        out -> {
          out.writeBooleanProperty("ok", true);
          out.writeStringProperty("plugin", frame.plugin());
          out.writeStringProperty("screen", screen);
          out.writeBooleanProperty("capturesText", frame.capturesText());
          if (file.isPresent()) {
            out.writeStringProperty("output", file.get().toString());
          } else {
            out.writeName("buffer");
            frame.buffer().writeTo(out);
          }
        });
  }
}
