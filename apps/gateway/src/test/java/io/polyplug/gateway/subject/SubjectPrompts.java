package io.polyplug.gateway.subject;

import io.polyplug.mcp.server.InputNeeded;
import io.polyplug.mcp.server.Page;
import io.polyplug.mcp.server.ServedPrompts;
import io.polyplug.mcp.server.ServerCall;
import io.polyplug.wire.ErrorObject;
import io.polyplug.wire.Json;
import io.polyplug.wire.RpcException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Prompts with arguments, with content of other kinds, and one that asks first. */
final class SubjectPrompts implements ServedPrompts {
  @Override
  public Page list(Optional<String> cursor) {
    return Page.all(
        List.of(
            described("test_simple_prompt"),
            described("test_prompt_with_arguments", "arg1", "arg2"),
            described("test_prompt_with_embedded_resource", "resourceUri"),
            described("test_prompt_with_image"),
            described("test_input_required_result_prompt")));
  }

  private static Json described(String name, String... arguments) {
    return Json.object(
        out -> {
          out.writeStringProperty("name", name);
          out.writeStringProperty("description", "For tests: " + name);
          out.writeArrayPropertyStart("arguments");
          for (String argument : arguments) {
            out.writeStartObject();
            out.writeStringProperty("name", argument);
            out.writeStringProperty("description", "Any text");
            out.writeBooleanProperty("required", true);
            out.writeEndObject();
          }
          out.writeEndArray();
        });
  }

  @Override
  public Json get(String name, Json arguments, ServerCall call) throws Exception {
    return switch (name) {
      case "test_simple_prompt" ->
          Contents.messages(Contents.text("This is a simple prompt for testing."));
      case "test_prompt_with_arguments" ->
          Contents.messages(
              Contents.text(
                  "Prompt with arguments: arg1='%s', arg2='%s'"
                      .formatted(
                          Contents.string(arguments, "arg1"), Contents.string(arguments, "arg2"))));
      case "test_prompt_with_embedded_resource" ->
          Contents.messages(
              Contents.resource(
                  Contents.string(arguments, "resourceUri"),
                  "text/plain",
                  "Embedded resource content for testing."),
              Contents.text("Please process the embedded resource above."));
      case "test_prompt_with_image" ->
          Contents.messages(
              Contents.data("image", "image/png", Contents.PNG),
              Contents.text("Please analyze the image above."));
      case "test_input_required_result_prompt" -> asking(call);
      default -> throw new RpcException(ErrorObject.INVALID_PARAMS, "Unknown prompt: " + name);
    };
  }

  private static Json asking(ServerCall call) throws InputNeeded {
    String context = RoundTools.field(call, "user_context", "context");
    if (context.isEmpty()) {
      throw new InputNeeded(
          Map.of("user_context", RoundTools.elicit("What is it about?", "context")),
          Optional.empty());
    }
    return Contents.messages(Contents.text("It is about " + context));
  }
}
