package io.polyplug.gateway.subject;

import io.polyplug.mcp.protocol.McpMethods;
import io.polyplug.mcp.server.InputNeeded;
import io.polyplug.mcp.server.ServerCall;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Tools that take more than one round: the client comes back with answers and with state. */
final class RoundTools {
  private static final String PREFIX = "test_input_required_result_";

  private final SignedState states = new SignedState();

  List<SubjectTool> all() {
    return List.of(
        tool("elicitation", this::greet),
        tool("sampling", this::capital),
        tool("list_roots", this::roots),
        tool("request_state", (arguments, call) -> confirm("request_state", call)),
        tool("tampered_state", (arguments, call) -> confirm("tampered_state", call)),
        tool("multiple_inputs", (arguments, call) -> several(call)),
        tool("multi_round", (arguments, call) -> steps(call)),
        tool("capabilities", (arguments, call) -> whatItCan(call)));
  }

  private static SubjectTool tool(String name, SubjectTool.Run run) {
    return SubjectTool.of(PREFIX + name, "Takes several rounds: " + name, run);
  }

  private Json greet(Json arguments, ServerCall call) throws Exception {
    String name = field(call, "user_name", "name");
    if (name.isEmpty()) {
      throw needed(Map.of("user_name", name()), Optional.empty());
    }
    return Contents.result(Contents.text("Hello, " + name + "!"));
  }

  private Json capital(Json arguments, ServerCall call) throws Exception {
    Json question = Questions.sampling("What is the capital of France?", 100);
    Json answer = call.ask("capital_question", "sampling", McpMethods.SAMPLE, question);
    return Contents.result(
        Contents.text(Contents.string(Contents.object(answer, "content"), "text")));
  }

  private Json roots(Json arguments, ServerCall call) throws Exception {
    Json answer = call.ask("client_roots", "roots", McpMethods.ROOTS_LIST, Json.EMPTY_OBJECT);
    return Contents.result(Contents.text("You have these roots: " + answer));
  }

  private Json confirm(String tool, ServerCall call) throws Exception {
    Optional<String> state = call.state();
    if (state.isPresent()) {
      states.verify(tool, state.get());
    }
    if (state.isEmpty() || call.answer("confirm").isEmpty()) {
      Json question =
          ServerCall.request(McpMethods.ELICIT, Questions.form("Please confirm", "ok", "boolean"));
      throw needed(Map.of("confirm", question), Optional.of(states.sign(tool, "asked")));
    }
    return Contents.result(Contents.text("state-ok"));
  }

  private Json several(ServerCall call) throws Exception {
    Map<String, Json> questions = new LinkedHashMap<>();
    questions.put("user_name", name());
    questions.put("greeting", greeting());
    questions.put("client_roots", ServerCall.request(McpMethods.ROOTS_LIST, Json.EMPTY_OBJECT));
    questions.keySet().removeIf(key -> call.answer(key).isPresent());
    if (!questions.isEmpty()) {
      throw needed(questions, Optional.of(states.sign("multiple_inputs", "asked")));
    }
    states.verify("multiple_inputs", call.state().orElse(""));
    return Contents.result(
        Contents.text("Hello, " + field(call, "user_name", "name") + ", with all answers"));
  }

  private Json steps(ServerCall call) throws Exception {
    String tool = "multi_round";
    String done = call.state().isPresent() ? states.verify(tool, call.state().get()) : "";
    String name = field(call, "step1", "name");
    if (done.isEmpty() || (done.equals("asked name") && name.isEmpty())) {
      throw needed(
          Map.of("step1", elicit("Step 1: What is your name?", "name")),
          Optional.of(states.sign(tool, "asked name")));
    }
    if (field(call, "step2", "color").isEmpty()) {
      throw needed(
          Map.of("step2", elicit("Step 2: What is your favorite color?", "color")),
          Optional.of(states.sign(tool, "asked colour")));
    }
    return Contents.result(Contents.text("You like " + field(call, "step2", "color")));
  }

  private Json whatItCan(ServerCall call) throws Exception {
    Map<String, Json> can = JsonParts.members(call.clientCapabilities());
    Map<String, Json> questions = new LinkedHashMap<>();
    if (can.containsKey("elicitation")) {
      questions.put("user_name", name());
    }
    if (can.containsKey("sampling")) {
      questions.put("greeting", greeting());
    }
    questions.keySet().removeIf(key -> call.answer(key).isPresent());
    if (!questions.isEmpty()) {
      throw needed(questions, Optional.empty());
    }
    return Contents.result(Contents.text("Nothing to ask."));
  }

  private static Json name() {
    return elicit("What is your name?", "name");
  }

  private static Json greeting() {
    return ServerCall.request(McpMethods.SAMPLE, Questions.sampling("Generate a greeting", 50));
  }

  static Json elicit(String message, String field) {
    return ServerCall.request(McpMethods.ELICIT, Questions.form(message, field, "string"));
  }

  /** What the user filled in; empty if nothing, or if it is no text. */
  static String field(ServerCall call, String key, String field) {
    Json answer = call.answer(key).orElse(Json.EMPTY_OBJECT);
    return Contents.string(Contents.object(answer, "content"), field);
  }

  private static InputNeeded needed(Map<String, Json> questions, Optional<String> state) {
    return new InputNeeded(questions, state);
  }
}
