package io.polyplug.gateway.subject;

import io.polyplug.mcp.server.ServerCall;
import io.polyplug.wire.Json;
import java.util.List;
import java.util.OptionalDouble;

/** Tools that answer by themselves: every kind of content, progress, log messages, a failure. */
final class PlainTools {
  private static final String LOGGER = "subject";

  private PlainTools() {}

  static List<SubjectTool> all() {
    return List.of(
        SubjectTool.of(
            "test_simple_text",
            "Answers with a text",
            (arguments, call) ->
                Contents.result(Contents.text("This is a simple text response for testing."))),
        SubjectTool.of(
            "test_image_content",
            "Answers with an image",
            (arguments, call) ->
                Contents.result(Contents.data("image", "image/png", Contents.PNG))),
        SubjectTool.of(
            "test_audio_content",
            "Answers with a sound",
            (arguments, call) ->
                Contents.result(Contents.data("audio", "audio/wav", Contents.WAV))),
        SubjectTool.of(
            "test_embedded_resource",
            "Answers with a resource",
            (arguments, call) ->
                Contents.result(
                    Contents.resource(
                        "test://embedded-resource",
                        "text/plain",
                        "This is an embedded resource content."))),
        SubjectTool.of(
            "test_multiple_content_types",
            "Answers with a text, an image and a resource",
            (arguments, call) ->
                Contents.result(
                    Contents.text("Multiple content types test:"),
                    Contents.data("image", "image/png", Contents.PNG),
                    Contents.resource(
                        "test://mixed-content-resource",
                        "application/json",
                        "{\"test\":\"data\",\"value\":123}"))),
        SubjectTool.of(
            "test_error_handling",
            "Always fails",
            (arguments, call) ->
                Contents.failure("This tool intentionally returns an error for testing")),
        SubjectTool.of("test_tool_with_logging", "Logs three times", (_, call) -> log(call)),
        SubjectTool.of("test_logging_tool", "Logs if asked to", (_, call) -> log(call)),
        SubjectTool.of("test_tool_with_progress", "Tells its progress", (_, call) -> step(call)),
        SubjectTool.of(
            "json_schema_2020_12_tool",
            "Has every keyword in its schema",
            ModernSchema.TEXT,
            (arguments, call) -> Contents.result(Contents.text("Any address will do."))),
        SubjectTool.of(
            "test_header_argument",
            "Has an argument that travels in a header too",
            "{\"type\":\"object\",\"properties\":{\"region\":{\"type\":\"string\","
                + "\"x-mcp-header\":\"Region\"}},\"required\":[\"region\"]}",
            (arguments, call) ->
                Contents.result(
                    Contents.text("The region is " + Contents.string(arguments, "region")))));
  }

  private static Json log(ServerCall call) {
    for (String line :
        List.of("Tool execution started", "Tool processing data", "Tool execution completed")) {
      call.log("info", LOGGER, Json.string(line));
    }
    return Contents.result(Contents.text("Three lines were logged, if anybody wanted them."));
  }

  private static Json step(ServerCall call) {
    for (int done = 0; done <= 100; done += 50) {
      call.progress(done, OptionalDouble.of(100), "");
    }
    return Contents.result(Contents.text("All steps are done."));
  }
}
