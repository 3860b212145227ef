package io.polyplug.gateway.subject;

import io.polyplug.mcp.protocol.McpMethods;
import io.polyplug.mcp.server.ServerCall;
import io.polyplug.wire.Json;
import java.util.List;

/** Tools that ask the client before they answer, in sessions and without. */
final class AskingTools {
  private AskingTools() {}

  static List<SubjectTool> all() {
    return List.of(
        SubjectTool.of(
            "test_sampling",
            "Lets the model of the client say something",
            "{\"type\":\"object\",\"properties\":{\"prompt\":{\"type\":\"string\"}},"
                + "\"required\":[\"prompt\"]}",
            AskingTools::sample),
        SubjectTool.of(
            "test_missing_capability", "Needs a client that can sample", AskingTools::sample),
        SubjectTool.of(
            "test_elicitation",
            "Asks the user for a name",
            "{\"type\":\"object\",\"properties\":{\"message\":{\"type\":\"string\"}},"
                + "\"required\":[\"message\"]}",
            (arguments, call) -> elicit(call, Contents.string(arguments, "message"), Forms.USER)),
        SubjectTool.of(
            "test_streaming_elicitation",
            "Asks the user something",
            (arguments, call) -> elicit(call, "Who are you?", Forms.USER)),
        SubjectTool.of(
            "test_elicitation_sep1034_defaults",
            "Asks with a default for every type",
            (arguments, call) -> elicit(call, "Please look at the defaults", Forms.DEFAULTS)),
        SubjectTool.of(
            "test_elicitation_sep1330_enums",
            "Asks with every kind of choice",
            (arguments, call) -> elicit(call, "Please choose", Forms.CHOICES)));
  }

  private static Json sample(Json arguments, ServerCall call) throws Exception {
    Json answer =
        call.ask(
            "sample",
            "sampling",
            McpMethods.SAMPLE,
            Questions.sampling(Contents.string(arguments, "prompt"), 100));
    String said = Contents.string(Contents.object(answer, "content"), "text");
    return Contents.result(Contents.text("LLM response: " + said));
  }

  private static Json elicit(ServerCall call, String message, String form) throws Exception {
    Json answer = call.ask("form", "elicitation", McpMethods.ELICIT, Questions.form(message, form));
    return Contents.result(
        Contents.text(
            "Elicitation completed: action="
                + Contents.string(answer, "action")
                + ", content="
                + Contents.object(answer, "content")));
  }
}
