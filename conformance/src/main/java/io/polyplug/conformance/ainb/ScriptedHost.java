package io.polyplug.conformance.ainb;

import io.polyplug.ainb.Capability;
import io.polyplug.ainb.Grant;
import io.polyplug.ainb.Manifest;
import io.polyplug.ainb.protocol.AinbErrors;
import io.polyplug.ainb.protocol.AinbProtocol;
import io.polyplug.ainb.protocol.Bytes;
import io.polyplug.ainb.protocol.Fields;
import io.polyplug.wire.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Answers what a plugin asks of its host, without doing any of it: there are no files, no network
 * and no other plugins here. Keeps what it was told. Of one thread.
 */
final class ScriptedHost {
  /** What is let through. */
  enum Gates {
    AS_GRANTED,
    NONE,
    /** As granted, but no file may be read. */
    NO_FILES
  }

  /** A publish as it came. */
  record Published(String topic, byte[] payload, boolean base64) {}

  private final Manifest manifest;
  private final Gates gates;
  private final Map<String, Published> retained = new HashMap<>();
  private final List<Published> published = new ArrayList<>();
  private final List<Json> logs = new ArrayList<>();
  private int denied;
  private int fileCalls;

  ScriptedHost(Manifest manifest, Gates gates) {
    this.manifest = manifest;
    this.gates = gates;
  }

  /** Everything that was published, in order, whether or not it was let through. */
  List<Published> published() {
    return published;
  }

  /** The params of every {@code host/log}. */
  List<Json> logs() {
    return logs;
  }

  int denied() {
    return denied;
  }

  int fileCalls() {
    return fileCalls;
  }

  /** The result of a request; throws {@link io.polyplug.wire.RpcException} for an error. */
  Json answer(String method, Json params) {
    return switch (method) {
      case AinbProtocol.SNAPSHOT_GET -> get(params);
      case AinbProtocol.SNAPSHOT_SUBSCRIBE -> subscribe(params);
      case AinbProtocol.ACTION_INVOKE -> action(params);
      case AinbProtocol.READ_DIR, AinbProtocol.READ_FILE -> file(method, params);
      case AinbProtocol.FETCH -> {
        require(Capability.NETWORK);
        throw AinbErrors.internal("there is no network in a conformance test");
      }
      case AinbProtocol.SNAPSHOT_PUBLISH, AinbProtocol.LOG -> {
        hear(method, params);
        yield Json.EMPTY_OBJECT;
      }
      default -> throw AinbErrors.methodNotFound(method);
    };
  }

  /** A notification; one that is unknown is passed over (4.3). */
  void hear(String method, Json params) {
    switch (method) {
      case AinbProtocol.SNAPSHOT_PUBLISH -> publish(params);
      case AinbProtocol.LOG -> logs.add(params);
      default -> {}
    }
  }

  private void require(String capability) {
    boolean files = capability.startsWith("read_");
    boolean given =
        switch (gates) {
          case AS_GRANTED -> manifest.capabilities().isGranted(capability);
          case NONE -> false;
          case NO_FILES -> !files && manifest.capabilities().isGranted(capability);
        };
    if (!given) {
      denied++;
      throw AinbErrors.denied(capability);
    }
  }

  /** A list of topics lets through these alone, each exact or with a star at its end (7). */
  private void requireTopic(String topic) {
    require(Capability.EVENT_BUS);
    if (manifest.capabilities().of(Capability.EVENT_BUS)
            instanceof Grant.Listed(List<String> allowed)
        && allowed.stream().noneMatch(it -> fits(it, topic))) {
      denied++;
      throw AinbErrors.denied(Capability.EVENT_BUS);
    }
  }

  private static boolean fits(String pattern, String topic) {
    return pattern.endsWith("*")
        ? topic.startsWith(pattern.substring(0, pattern.length() - 1))
        : topic.equals(pattern);
  }

  private Json get(Json params) {
    String topic = Fields.of(params).text("topic");
    requireTopic(topic);
    Published last = retained.get(topic);
    return Json.object(
        out -> {
          if (last == null) {
            out.writeNullProperty("payload");
          } else {
            out.writeStringProperty("payload", Bytes.write(last.payload()));
          }
          out.writeNumberProperty("version", last == null ? 0 : published.indexOf(last) + 1);
        });
  }

  private Json subscribe(Json params) {
    requireTopic(Fields.of(params).text("topic"));
    return Json.EMPTY_OBJECT;
  }

  private void publish(Json params) {
    Fields fields = Fields.of(params);
    Published it =
        new Published(
            fields.text("topic"),
            fields.bytes("payload"),
            fields.json("payload").orElse(Json.NULL).kind() == Json.Kind.STRING);
    published.add(it);
    requireTopic(it.topic());
    retained.put(it.topic(), it);
  }

  private Json action(Json params) {
    Fields fields = Fields.of(params);
    String action = fields.text("action");
    byte[] payload = fields.bytes("payload");
    switch (action) {
      case "host.echo", "host.sleep" -> {}
      case "plugin_data.write" -> {
        require(Capability.WRITE_PLUGIN_DATA);
        throw AinbErrors.internal("nothing is written in a conformance test");
      }
      case "process.exec" -> {
        require(Capability.SPAWN_SUBPROCESS);
        throw AinbErrors.internal("nothing is started in a conformance test");
      }
      default -> throw AinbErrors.methodNotFound(action);
    }
    String answer = action.equals("host.echo") ? Bytes.write(payload) : "e30=";
    return Json.object(out -> out.writeStringProperty("payload", answer));
  }

  /** Inside what is granted there is nothing to read here, which a plugin has to bear too. */
  private Json file(String method, Json params) {
    String path = Fields.of(params).text("path");
    fileCalls++;
    String capability =
        manifest.capabilities().granted().stream()
            .filter(it -> it.startsWith("read_"))
            .findFirst()
            .orElse(Capability.READ_PATHS);
    require(capability);
    if (method.equals(AinbProtocol.READ_DIR)) {
      return Json.object(
          out -> {
            out.writeArrayPropertyStart("entries");
            out.writeEndArray();
          });
    }
    throw AinbErrors.invalidParams("read " + path + ": no such file");
  }
}
