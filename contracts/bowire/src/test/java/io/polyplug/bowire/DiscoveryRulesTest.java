package io.polyplug.bowire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.polyplug.bowire.protocol.Capabilities;
import io.polyplug.bowire.protocol.Discovery;
import io.polyplug.bowire.protocol.Field;
import io.polyplug.bowire.protocol.Method;
import io.polyplug.bowire.protocol.MethodType;
import io.polyplug.bowire.protocol.Service;
import io.polyplug.host.FailureCode;
import io.polyplug.host.PluginError;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.ToolCall;
import io.polyplug.host.ToolInfo;
import io.polyplug.host.ToolKind;
import io.polyplug.host.ToolQuery;
import io.polyplug.wire.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code discover} gives, made whole (5.5), and the tools made of it. */
class DiscoveryRulesTest {
  private static final Capabilities ALL = new Capabilities(true, true, true, true);
  private static final Capabilities NO_CHANNELS = new Capabilities(true, true, true, false);

  @TempDir Path folder;

  private static Discovery read(String result) {
    return Discovery.read(Json.parse(result), "echo", "echo://demo");
  }

  private static Method method(String members) {
    return read("[{\"name\":\"S\",\"methods\":[{\"name\":\"m\"" + members + "}]}]")
        .services()
        .getFirst()
        .methods()
        .getFirst();
  }

  @Test
  void whatNodeAndGoLeaveOutIsFilledIn() {
    Service service =
        read("[{\"name\":\"S\",\"methods\":[{\"name\":\"m\"}]}]").services().getFirst();
    assertThat(service.packageName()).isEmpty();
    assertThat(service.source()).isEqualTo("echo");
    assertThat(service.originUrl()).isEqualTo("echo://demo");
    Method method = service.methods().getFirst();
    assertThat(method.fullName()).isEqualTo("S/m");
    assertThat(method.type()).isEqualTo(MethodType.UNARY);
    assertThat(method.input().name()).isEqualTo("mInput");
    assertThat(method.output().name()).isEqualTo("mOutput");
  }

  @Test
  void theSourceIsAlwaysTheProtocolAsked() {
    assertThat(read("[{\"name\":\"S\",\"source\":\"grpc\"}]").services().getFirst().source())
        .isEqualTo("echo");
  }

  @Test
  void anObjectWithServicesIsAnOldSdk() {
    Discovery discovery = read("{\"services\":[{\"name\":\"S\"}]}");
    assertThat(discovery.services()).hasSize(1);
    assertThat(discovery.warnings()).isNotEmpty();
  }

  @Test
  void anythingElseIsNoServicesAndAWarning() {
    assertThat(read("7"))
        .isEqualTo(
            new Discovery(List.of(), List.of(), List.of("discover gave no array of services")));
    assertThat(read("[]")).isEqualTo(new Discovery(List.of(), List.of(), List.of()));
    assertThat(read("null")).isEqualTo(new Discovery(List.of(), List.of(), List.of()));
  }

  @Test
  void whatHasNoNameIsPassedOverAndTheRestStays() {
    Discovery discovery =
        read(
            "[{},7,{\"name\":\"S\",\"methods\":[{},{\"name\":\"m\",\"inputType\":{\"fields\":[{},{\"name\":\"f\"}]}}]},{\"name\":\"T\",\"methods\":9}]");
    assertThat(discovery.services()).hasSize(1);
    assertThat(discovery.services().getFirst().methods()).hasSize(1);
    assertThat(discovery.services().getFirst().methods().getFirst().input().fields()).hasSize(1);
    assertThat(discovery.warnings()).hasSize(5);
  }

  @ParameterizedTest
  @CsvSource({
    "Unary,UNARY",
    "ServerStreaming,SERVER_STREAMING",
    "ClientStreaming,CLIENT_STREAMING",
    "Duplex,DUPLEX",
    "Bidirectional,DUPLEX",
    "BidiStreaming,DUPLEX",
    "DuplexStreaming,DUPLEX"
  })
  void everySpellingOfAMethodTypeIsKnown(String text, MethodType type) {
    assertThat(method(",\"methodType\":\"" + text + "\"").type()).isEqualTo(type);
  }

  @Test
  void theTypeComesFromTheFlagsIfItIsAbsent() {
    assertThat(method(",\"serverStreaming\":true").type()).isEqualTo(MethodType.SERVER_STREAMING);
    assertThat(method(",\"clientStreaming\":true,\"serverStreaming\":true").type())
        .isEqualTo(MethodType.DUPLEX);
  }

  @Test
  void fieldsAreFilledInToo() {
    List<Field> fields =
        method(
                ",\"inputType\":{\"fields\":[{\"name\":\"a\",\"typeName\":\"int32\"},{\"name\":\"b\",\"type\":\"odd\"},{\"name\":\"c\",\"label\":\"repeated\",\"number\":9}]}")
            .input()
            .fields();
    assertThat(fields).extracting(Field::type).containsExactly("int32", "string", "string");
    assertThat(fields).extracting(Field::number).containsExactly(1L, 2L, 9L);
    assertThat(fields).extracting(Field::isRepeated).containsExactly(false, false, true);
    assertThat(fields.getFirst().label()).isEqualTo("optional");
  }

  @Test
  void aTypeThatContainsItselfIsCut() {
    StringBuilder nested = new StringBuilder("{\"name\":\"T\",\"fields\":[]}");
    for (int i = 0; i < 20; i++) {
      nested.insert(
          0, "{\"name\":\"T\",\"fields\":[{\"name\":\"t\",\"type\":\"message\",\"messageType\":");
      nested.append("}]}");
    }
    Json schema = InputSchema.of(method(",\"inputType\":" + nested).input());
    assertThat(schema.toString().split("properties", -1)).hasSize(5);
  }

  @Test
  void aSchemaIsMadeFromTheFields() {
    String fields =
        "[{\"name\":\"snake_case\",\"type\":\"string\",\"required\":true,\"description\":\"D\",\"example\":\"\\\"x\\\"\"},"
            + "{\"name\":\"n\",\"type\":\"int32\"},{\"name\":\"l\",\"type\":\"int64\"},{\"name\":\"d\",\"type\":\"double\"},"
            + "{\"name\":\"b\",\"type\":\"bool\"},{\"name\":\"y\",\"type\":\"bytes\"},"
            + "{\"name\":\"e\",\"type\":\"enum\",\"enumValues\":[{\"name\":\"A\",\"number\":0},\"B\"]},"
            + "{\"name\":\"r\",\"type\":\"string\",\"isRepeated\":true},{\"name\":\"m\",\"type\":\"string\",\"isMap\":true},"
            + "{\"name\":\"o\",\"type\":\"message\",\"messageType\":{\"name\":\"O\",\"fields\":[{\"name\":\"z\",\"type\":\"bool\"}]}}]";
    Json schema = InputSchema.of(method(",\"inputType\":{\"fields\":" + fields + "}").input());
    assertThat(schema)
        .isEqualTo(
            Json.parse(
                    """
                    {"type":"object","properties":{
                      "snake_case":{"description":"D","examples":["x"],"type":"string"},
                      "n":{"type":"integer"},"l":{"type":["integer","string"]},"d":{"type":"number"},
                      "b":{"type":"boolean"},"y":{"type":"string","contentEncoding":"base64"},
                      "e":{"enum":["A","B"]},
                      "r":{"type":"array","items":{"type":"string"}},
                      "m":{"type":"object","additionalProperties":{"type":"string"}},
                      "o":{"type":"object","properties":{"z":{"type":"boolean"}}}},
                     "required":["snake_case"]}
                    """)
                .compact());
  }

  @Test
  void everyMethodIsAToolOfItsKind() {
    List<Service> services =
        read("[{\"name\":\"S\",\"methods\":[{\"name\":\"u\"},{\"name\":\"s\",\"methodType\":\"ServerStreaming\"},{\"name\":\"c\",\"methodType\":\"ClientStreaming\"},{\"name\":\"d\",\"methodType\":\"Duplex\",\"deprecated\":true}]}]")
            .services();
    assertThat(kinds(services, ALL))
        .isEqualTo(
            Map.of(
                "S/u", ToolKind.UNARY,
                "S/s", ToolKind.STREAM,
                "S/c", ToolKind.CHANNEL,
                "S/d", ToolKind.CHANNEL));
    assertThat(kinds(services, NO_CHANNELS))
        .isEqualTo(
            Map.of(
                "S/u", ToolKind.UNARY,
                "S/s", ToolKind.STREAM,
                "S/c", ToolKind.UNARY,
                "S/d", ToolKind.STREAM));
  }

  private static Map<String, ToolKind> kinds(List<Service> services, Capabilities capabilities) {
    return new SidecarTools(services, capabilities)
        .all().stream().collect(Collectors.toMap(ToolInfo::name, ToolInfo::kind));
  }

  @Test
  void toolsOfARealSidecarReadWell() throws Exception {
    try (TestSidecar sidecar = TestSidecar.with(folder)) {
      List<ToolInfo> tools = sidecar.plugin().tools();
      assertThat(tools)
          .extracting(ToolInfo::name)
          .containsExactly("Echo/echo", "Echo/ticks", "Echo/chat", "Echo/sum");
      assertThat(tools.getFirst().description()).isEqualTo("Gives back.");
      assertThat(tools.getFirst().inputSchema().toString()).contains("\"required\":[\"text\"]");
    }
  }

  @Test
  void withoutChannelsAnArrayIsManyMessages() throws Exception {
    try (TestSidecar sidecar = TestSidecar.with(folder, "channels=false")) {
      assertThat(sidecar.plugin().tools()).hasSize(4);
      var result = sidecar.plugin().tool("Echo/echo").call(ToolCall.of(Json.parse("[1,2]")));
      assertThat(result.metadata()).containsEntry("count", Json.string("1"));
      assertThat(MessageText.messages(Json.parse("[1,{\"a\":2}]"), true))
          .containsExactly("1", "{\"a\":2}");
    }
  }

  @Test
  void aSidecarThatNeedsAUrlSaysSo() throws Exception {
    try (TestSidecar sidecar = TestSidecar.with(folder, "discover=none")) {
      PluginFailure failure =
          catchThrowableOfType(PluginFailure.class, () -> sidecar.plugin().tools());
      assertThat(failure.failure().code()).isEqualTo(FailureCode.INVALID_INPUT);
      assertThat(failure.failure().message()).contains("--url");
      ToolQuery query =
          new ToolQuery(Optional.of("echo://demo"), Map.of(), Optional.empty(), false);
      assertThat(sidecar.plugin().tools(query)).isNotEmpty();
    }
  }

  @Test
  void anErrorReplyIsReportedAndNotTakenForNothing() throws Exception {
    try (TestSidecar sidecar = TestSidecar.with(folder, "discover=error")) {
      PluginError error = catchThrowableOfType(PluginError.class, () -> sidecar.plugin().tools());
      assertThat(error.text()).isEqualTo("the server does not answer");
    }
  }
}
