package io.polyplug.ainb;

import static io.polyplug.ainb.AinbToolNames.CLI;
import static io.polyplug.ainb.AinbToolNames.COMMAND;
import static io.polyplug.ainb.AinbToolNames.RENDER;
import static io.polyplug.ainb.AinbToolNames.SCREEN;

import io.polyplug.ainb.protocol.Bytes;
import io.polyplug.ainb.protocol.CliReply;
import io.polyplug.ainb.protocol.Fields;
import io.polyplug.ainb.protocol.RenderReply;
import io.polyplug.base.UntrustedText;
import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.ToolCall;
import io.polyplug.host.ToolChannel;
import io.polyplug.host.ToolInfo;
import io.polyplug.host.ToolKind;
import io.polyplug.host.ToolResult;
import io.polyplug.wire.Json;
import io.polyplug.wire.RpcException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import tools.jackson.core.JsonGenerator;

/**
 * What a plugin offers, as tools: {@code cli/NAMESPACE}, {@code command/NAME}, and for each screen
 * {@code render/SCREEN} for one frame and {@code screen/SCREEN} to look at it.
 */
record AinbTools(Manifest manifest) {
  private static final int WIDTH = 80;
  private static final int HEIGHT = 24;

  private static final Json CLI_INPUT =
      Json.parse(
          """
          {"type":"object","properties":{"argv":{"type":"array","items":{"type":"string"},\
          "description":"The arguments after the namespace."}}}""");
  private static final Json VIEWPORT =
      Json.parse(
          """
          {"type":"object","properties":{\
          "width":{"type":"integer","minimum":0,"maximum":65535,"default":80},\
          "height":{"type":"integer","minimum":0,"maximum":65535,"default":24}}}""");
  private static final Json PAYLOAD =
      Json.parse(
          """
          {"type":"object","properties":{"payload":{"description":"Passed on as it is."}}}""");

  List<ToolInfo> all() {
    List<ToolInfo> tools = new ArrayList<>();
    Manifest.Provides provides = manifest.provides();
    for (String namespace : provides.cliNamespaces()) {
      tools.add(tool(CLI + namespace, "Runs a command of " + namespace, CLI_INPUT, ToolKind.UNARY));
    }
    for (String command : provides.commands()) {
      tools.add(
          tool(commandTool(command), "The palette entry " + command, PAYLOAD, ToolKind.UNARY));
    }
    for (String screen : provides.screens()) {
      tools.add(
          tool(RENDER + screen, "One frame of the screen " + screen, VIEWPORT, ToolKind.UNARY));
      tools.add(
          tool(SCREEN + screen, "The screen " + screen + ", live", VIEWPORT, ToolKind.CHANNEL));
    }
    return List.copyOf(tools);
  }

  private static ToolInfo tool(String name, String description, Json schema, ToolKind kind) {
    return new ToolInfo(name, description, schema, kind);
  }

  private static String commandTool(String command) {
    return COMMAND + (command.startsWith("/") ? command.substring(1) : command);
  }

  ToolResult call(AinbSession session, String tool, ToolCall call) {
    long from = session.context().clock().nanoTime();
    Supplier<Duration> took = () -> Duration.ofNanos(session.context().clock().nanoTime() - from);
    Fields input = fields(call.input());
    if (isOne(tool, CLI, manifest.provides().cliNamespaces())) {
      CliReply reply = session.cli(rest(tool, CLI), argv(input), call.timeout());
      return result(reply, took.get());
    }
    if (isOne(tool, RENDER, manifest.provides().screens())) {
      RenderReply frame = session.render(width(input), height(input));
      return ToolResult.ok(output(frame), took.get());
    }
    for (String command : manifest.provides().commands()) {
      if (tool.equals(commandTool(command))) {
        session.handleAction(command, input.json("payload").orElse(Json.NULL));
        return ToolResult.ok(Json.EMPTY_OBJECT, took.get());
      }
    }
    throw notExposed(tool);
  }

  private static Json output(RenderReply frame) {
    return Json.object(
        out -> {
          out.writeName("buffer");
          frame.text().writeTo(out);
          out.writeBooleanProperty("redraw", frame.redraw());
          out.writeBooleanProperty("captures_text", frame.capturesText());
        });
  }

  ToolChannel open(AinbSession session, String tool, ToolCall call) {
    if (!isOne(tool, SCREEN, manifest.provides().screens())) {
      throw notExposed(tool);
    }
    Fields input = fields(call.input());
    ScreenChannel channel =
        new ScreenChannel(session, rest(tool, SCREEN), width(input), height(input));
    channel.start();
    return channel;
  }

  private static boolean isOne(String tool, String kind, List<String> names) {
    return tool.startsWith(kind) && names.contains(rest(tool, kind));
  }

  private static String rest(String tool, String prefix) {
    return tool.substring(prefix.length());
  }

  private Fields fields(Json input) {
    return valid(() -> Fields.of("input", input));
  }

  private int width(Fields input) {
    return valid(() -> input.whole("width", 0, 0xFFFF, WIDTH));
  }

  private int height(Fields input) {
    return valid(() -> input.whole("height", 0, 0xFFFF, HEIGHT));
  }

  private List<String> argv(Fields input) {
    return valid(
        () ->
            input.elements("argv").stream()
                .map(
                    it -> {
                      String text = it.stringValue();
                      if (text == null) {
                        throw new RpcException(0, "argv: expected strings");
                      }
                      return text;
                    })
                .toList());
  }

  private <T> T valid(Supplier<T> reading) {
    try {
      return reading.get();
    } catch (RpcException wrong) {
      throw failure(FailureCode.INVALID_INPUT, wrong.error().message());
    }
  }

  private PluginFailure notExposed(String tool) {
    return failure(
        FailureCode.TOOL_NOT_EXPOSED, "it has no tool \"" + UntrustedText.excerpt(tool, 80) + "\"");
  }

  private PluginFailure failure(FailureCode code, String message) {
    return new Failure(code, manifest.name(), message).thrown();
  }

  /** Text where it is text, so that it reads well; bytes where it is not, so that none is lost. */
  private static ToolResult result(CliReply reply, Duration took) {
    Json output =
        Json.object(
            out -> {
              out.writeNumberProperty("exit_code", reply.exitCode());
              write(out, "stdout", reply.stdout());
              write(out, "stderr", reply.stderr());
            });
    return new ToolResult(
        output,
        reply.exitCode() == 0 ? "ok" : "exit " + reply.exitCode(),
        reply.exitCode() == 0,
        Map.of(),
        Map.of(),
        took);
  }

  private static void write(JsonGenerator out, String name, byte[] bytes) {
    try {
      out.writeStringProperty(
          name, StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException binary) {
      out.writeStringProperty(name + "_base64", Bytes.write(bytes));
    }
  }
}
