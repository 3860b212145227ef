package io.polyplug.conformance.bowire;

import io.polyplug.base.UntrustedText;
import io.polyplug.bowire.protocol.BowireProtocol;
import io.polyplug.bowire.protocol.Discovery;
import io.polyplug.conformance.Members;
import io.polyplug.conformance.Stage;
import io.polyplug.conformance.Verdict;
import io.polyplug.conformance.Violation;
import io.polyplug.conformance.rpc.Reply;
import io.polyplug.wire.ErrorObject;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What a sidecar says of itself (5.3 to 5.5). */
final class TellAxes {
  private static final Set<String> SETTING_TYPES = Set.of("bool", "string", "number", "select");
  private static final Set<String> METHOD_TYPES =
      Set.of("Unary", "ServerStreaming", "ClientStreaming", "Duplex");

  /** Message types may contain themselves. */
  private static final int DEEPEST = 8;

  private TellAxes() {}

  static Verdict handshake(Stage stage) {
    SidecarTalk talk = SidecarTalk.start(stage, BowireProtocol.framing());
    Members told = Members.of("its handshake", talk.initialize().objectOrFail());
    List<String> notes = new ArrayList<>();
    String expected = stage.subject().info().id();
    String id = told.words("id");
    if (!id.equals(expected)) {
      throw new Violation(
          "its handshake has the id \"%s\", expected \"%s\" as in its manifest"
              .formatted(UntrustedText.excerpt(id, 80), expected));
    }
    if (told.text("name").orElse("").isBlank()) {
      notes.add("it does not say its name");
    }
    told.text("iconSvg");
    if (told.value("protocolVersion").isEmpty()) {
      notes.add("it does not say its protocolVersion, which counts as 1");
    } else if (told.whole("protocolVersion").orElse(0L) != BowireProtocol.VERSION) {
      throw new Violation(
          "its protocolVersion is %d, expected %d"
              .formatted(told.whole("protocolVersion").orElse(0L), BowireProtocol.VERSION));
    }
    told.object("capabilities")
        .ifPresentOrElse(
            flags -> List.of("discover", "invoke", "invokeStream", "channels").forEach(flags::flag),
            () -> notes.add("it does not say its capabilities, which counts as all of them"));
    told.elements("settings").forEach(TellAxes::setting);
    return new Verdict.Passed(String.join("; ", notes));
  }

  private static void setting(Json entry) {
    Members setting = Members.of("a setting", entry);
    if (setting.text("key").or(() -> setting.text("id")).orElse("").isBlank()) {
      throw new Violation("a setting has no \"key\"");
    }
    String type = setting.text("type").orElse("string");
    if (!SETTING_TYPES.contains(type)) {
      throw new Violation(
          "a setting has the type \"%s\", expected bool, string, number or select"
              .formatted(UntrustedText.excerpt(type, 40)));
    }
    setting.flag("required");
    if (type.equals("select") && setting.elements("options").isEmpty()) {
      throw new Violation("a setting of the type select has no options");
    }
  }

  static Verdict ping(Stage stage) {
    Json pong = SidecarTalk.begin(stage).rpc().call(BowireProtocol.PING, null).orFail();
    return new Verdict.Passed(
        "pong".equals(pong.stringValue())
            ? ""
            : "it answered "
                + UntrustedText.excerpt(pong.toString(), 40)
                + " in place of \"pong\"");
  }

  static Verdict discover(Stage stage) {
    SidecarTalk talk = SidecarTalk.begin(stage);
    Reply reply = talk.discover();
    if (reply.isError()) {
      if (reply.code() == ErrorObject.METHOD_NOT_FOUND) {
        throw new Violation("its handshake says that it can discover, but it has no such method");
      }
      return new Verdict.Passed(
          "it has no services to show behind %s: %s"
              .formatted(talk.serverUrl(), reply.errorText()));
    }
    List<String> notes = new ArrayList<>();
    Json array = reply.result();
    if (array.kind() == Json.Kind.OBJECT && JsonParts.find(array, "services")[0] != null) {
      notes.add("its services are in an object, as those of outdated SDKs, not in an array");
      array = Members.of("the result of discover", array).value("services").orElse(Json.NULL);
    }
    if (array.kind() != Json.Kind.ARRAY) {
      throw new Violation(
          "discover gave %s, expected an array of services"
              .formatted(UntrustedText.excerpt(array.toString(), 80)));
    }
    for (Json service : JsonParts.elements(array)) {
      service(service, notes);
    }
    Discovery.read(reply.result(), stage.subject().info().id(), talk.serverUrl())
        .warnings()
        .stream()
        .filter(it -> it.contains("passed over"))
        .findFirst()
        .ifPresent(
            it -> {
              throw new Violation(it);
            });
    if (JsonParts.elements(array).isEmpty()) {
      notes.add("it has no services behind " + talk.serverUrl());
    }
    return new Verdict.Passed(String.join("; ", notes.stream().distinct().toList()));
  }

  private static void service(Json value, List<String> notes) {
    Members service = Members.of("a service", value);
    String name = service.words("name");
    List.of("package", "source", "description", "version", "originUrl").forEach(service::text);
    for (Json each : service.elements("methods")) {
      Members method = Members.of("a method of " + UntrustedText.excerpt(name, 80), each);
      method.words("name");
      List.of("fullName", "summary", "description", "httpMethod", "httpPath").forEach(method::text);
      List.of("clientStreaming", "serverStreaming", "deprecated").forEach(method::flag);
      String type = method.text("methodType").orElse("");
      if (!type.isEmpty() && !METHOD_TYPES.contains(type)) {
        notes.add(
            "methodType " + UntrustedText.excerpt(type, 40) + " is not one of the contract's");
      }
      method.object("inputType").ifPresent(it -> message(it, 1));
      method.object("outputType").ifPresent(it -> message(it, 1));
    }
  }

  private static void message(Members message, int depth) {
    message.text("name");
    for (Json each : message.elements("fields")) {
      Members field = Members.of("a field", each);
      field.words("name");
      field.whole("number");
      List.of("type", "typeName", "label", "source", "description").forEach(field::text);
      List.of("isMap", "isRepeated", "required", "isBinary").forEach(field::flag);
      if (depth < DEEPEST) {
        field.object("messageType").ifPresent(it -> message(it, depth + 1));
      }
    }
  }
}
