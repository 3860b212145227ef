package io.polyplug.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.polyplug.host.PluginError;
import io.polyplug.host.ToolCall;
import io.polyplug.host.ToolStream;
import io.polyplug.own.InterfaceContract;
import io.polyplug.wire.ContentLength;
import io.polyplug.wire.Framing;
import io.polyplug.wire.Json;
import io.polyplug.wire.Ndjson;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The host speaks as the vectors have it, by which the SDKs are tested: called from outside, it
 * says what they have the host say, and makes of their answers what those mean.
 */
class HostVectorsTest {
  private static final String MANIFEST =
      """
      [plugin]
      name = "sample"
      version = "1.2.3"
      abi_version = 2
      description = "What the vectors talk to."
      [capabilities]
      event_bus = true
      [provides]
      screens = ["board"]
      cli_namespaces = ["sample"]
      snapshots = ["sample.topic"]
      [subscribes]
      snapshots = ["sample.news"]
      """;

  /** One vector, played to a host, and what was made of it. */
  private static final class Playing implements AutoCloseable {
    final Vector vector;
    final VectorPlayer player;
    final VirtualHost host = new VirtualHost();
    final VectorWords words;

    Playing(String contract, String folder, String name, Wire wire) {
      vector = Vector.of(folder, name);
      player = new VectorPlayer(vector, wire);
      words = new VectorWords(vector.folder());
      InMemoryPlugin plugin = InMemoryPlugin.of(contract, "sample", player);
      switch (contract) {
        case "rune" -> plugin.setting("capabilities = [\"tool.execute\"]");
        case "ainb" -> plugin.file("manifest.toml", MANIFEST);
        default -> {}
      }
      host.add(plugin);
    }

    static Playing of(String contract, String name) {
      return new Playing(contract, contract, name, Wire.of(contract));
    }

    /** What the host says with this method, in order. */
    List<JsonNode> said(String member, String method) {
      return vector.hostFrames().stream()
          .filter(it -> method.equals(it.path(member).stringValue("")))
          .toList();
    }

    Json json(JsonNode node) {
      return Json.parse(words.filled(node).toString());
    }

    ToolCall call(JsonNode input) {
      return ToolCall.of(json(input));
    }

    /** The answer's result is the output, or its error is that of the plugin. */
    void answered(JsonNode id, String tool, ToolCall call) {
      JsonNode answer = vector.answer(id);
      if (answer.has("error")) {
        PluginError error =
            catchThrowableOfType(
                PluginError.class, () -> host.plugin("sample").tool(tool).call(call));
        assertThat(player.problems()).isEmpty();
        assertThat(error.text()).isEqualTo(answer.get("error").get("message").stringValue());
      } else {
        same(
            host.plugin("sample").tool(tool).call(call).output(),
            words.filled(answer.get(answer.has("output") ? "output" : "result")));
      }
    }

    static void same(Json output, JsonNode expected) {
      assertThat(JsonMapper.shared().readTree(output.toString())).isEqualTo(expected);
    }

    /** At the end, when the host has said everything. */
    @Override
    public void close() {
      host.close();
      assertThat(player.problems()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"echo", "default", "unicode", "big", "stream", "tool-error"})
  void rune(String name) {
    try (Playing playing = Playing.of("rune", name)) {
      for (JsonNode request : playing.said("type", "request")) {
        playing.answered(
            request.get("request_id"),
            request.get("tool_name").stringValue(),
            playing.call(request.get("input")));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"invoke", "unicode", "big", "tool-error"})
  void bowire(String name) {
    try (Playing playing = Playing.of("bowire", name)) {
      for (JsonNode request : playing.said("method", "invoke")) {
        JsonNode answer = playing.vector.answer(request.get("id"));
        ToolCall call = bowire(playing, request);
        if (answer.has("error")) {
          playing.answered(request.get("id"), tool(request), call);
          continue;
        }
        String response = playing.words.filled(answer.get("result").get("response")).stringValue();
        Playing.same(
            playing.host.plugin("sample").tool(tool(request)).call(call).output(),
            JsonMapper.shared().readTree(response));
      }
    }
  }

  private static String tool(JsonNode request) {
    JsonNode params = request.get("params");
    return params.get("service").stringValue() + "/" + params.get("method").stringValue();
  }

  private static ToolCall bowire(Playing playing, JsonNode request) {
    JsonNode params = request.get("params");
    String input = playing.words.filled(params.get("jsonMessages").get(0)).stringValue();
    return ToolCall.of(Json.parse(input)).withTarget(params.get("serverUrl").stringValue());
  }

  @ParameterizedTest
  @ValueSource(strings = {"stream", "stream-empty"})
  void bowireStreams(String name) {
    try (Playing playing = Playing.of("bowire", name)) {
      for (JsonNode request : playing.said("method", "invokeStream")) {
        List<String> heard = new ArrayList<>();
        try (ToolStream stream =
            playing.host.plugin("sample").tool(tool(request)).stream(bowire(playing, request))) {
          for (Optional<Json> it = stream.next(); it.isPresent(); it = stream.next()) {
            heard.add(it.get().toString());
          }
        }
        assertThat(heard)
            .isEqualTo(
                playing.vector.steps().stream()
                    .flatMap(Vector::pluginFrames)
                    .filter(it -> "$/stream/data".equals(it.path("method").stringValue("")))
                    .map(it -> playing.words.filled(it.get("params").get("message")).stringValue())
                    .toList());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"cli", "unicode", "big", "cli-stream", "share"})
  void ainb(String name) {
    try (Playing playing = Playing.of("ainb", name)) {
      for (JsonNode request : playing.said("method", "plugin/cli_dispatch")) {
        JsonNode params = request.get("params");
        JsonNode result = playing.vector.answer(request.get("id")).get("result");
        String stdout = playing.words.filled(result.get("stdout")).stringValue();
        Json argv =
            Json.object(
                out -> {
                  out.writeName("argv");
                  playing.json(params.get("argv")).writeTo(out);
                });
        Json output =
            playing
                .host
                .plugin("sample")
                .tool("cli/" + params.get("namespace").stringValue())
                .call(ToolCall.of(argv))
                .output();
        assertThat(JsonMapper.shared().readTree(output.toString()).get("stdout").stringValue())
            .isEqualTo(new String(Base64.getDecoder().decode(stdout), StandardCharsets.UTF_8));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"detect", "required-toolchain", "fingerprint", "install", "diagnostics", "big"})
  void bento(String name) {
    try (Playing playing = Playing.of("bento", name)) {
      for (JsonNode request : playing.vector.hostFrames()) {
        String method = request.path("method").stringValue("");
        if (!method.equals("initialize") && !method.equals("shutdown")) {
          playing.answered(
              request.get("id"),
              method,
              request.has("params")
                  ? playing.call(request.get("params"))
                  : ToolCall.of(Json.EMPTY_OBJECT));
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"modern-call", "call", "unicode", "big", "stream"})
  void mcp(String name) {
    try (Playing playing = Playing.of("mcp", name)) {
      if (!name.startsWith("modern")) {
        playing.player.refuse("server/discover");
      }
      for (JsonNode request : playing.said("method", "tools/call")) {
        JsonNode params = request.get("params");
        if (params.path("_meta").has("io.modelcontextprotocol/logLevel")) {
          continue; // Only a host that was given a level asks for the log.
        }
        JsonNode result = playing.vector.answer(request.get("id")).get("result");
        var tool = playing.host.plugin("sample").tool(params.get("name").stringValue());
        ToolCall plain = playing.call(params.get("arguments"));
        boolean progress = params.path("_meta").has("progressToken");
        ToolCall call = progress ? plain.withProgress(_ -> {}) : plain;
        if (result.get("isError").booleanValue()) {
          assertThat(catchThrowable(() -> tool.call(call)))
              .hasMessageContaining(result.get("content").get(0).get("text").stringValue());
        } else {
          Playing.same(
              tool.call(call).output(), playing.words.filled(result.get("structuredContent")));
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"call", "call-back", "unicode", "big"})
  void own(String name) {
    own("own-lines", name, Ndjson.STANDARD);
    own("own-headers", name, ContentLength.STRICT);
  }

  private static void own(String folder, String name, Framing framing) {
    InterfaceContract contract =
        InterfaceContract.of("acme.greeter", 1, Sample.Greeter.class)
            .callbacks(Sample.Crowd.class, _ -> text -> text.toUpperCase(Locale.ROOT))
            .capability("event_bus", Sample.Crowd.class)
            .framing(framing)
            .build();
    try (Playing playing =
        new Playing(contract.id(), folder, name, new Wire.Rpc(contract.framing()))) {
      playing.host.contract(contract);
      for (String method : List.of("greet", "relay")) {
        for (JsonNode request : playing.said("method", method)) {
          playing.answered(request.get("id"), method, playing.call(request.get("params")));
        }
      }
    }
  }

  @Test
  void whatNoVectorSaysIsSeen() {
    Playing playing = Playing.of("bowire", "invoke");
    Throwable failure =
        catchThrowable(
            () -> playing.host.plugin("sample").tool("sample/echo").call(ToolCall.of(Json.NULL)));
    playing.host.close();
    assertThat(failure).isNotNull();
    assertThat(playing.player.problems()).singleElement().asString().contains("jsonMessages");
  }
}
