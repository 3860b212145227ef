package io.polyplug.conformance.ainb;

import io.polyplug.ainb.Capability;
import io.polyplug.ainb.Manifest;
import io.polyplug.ainb.ManifestReader;
import io.polyplug.ainb.ManifestReading;
import io.polyplug.ainb.protocol.AinbProtocol;
import io.polyplug.ainb.protocol.Bytes;
import io.polyplug.ainb.protocol.CliReply;
import io.polyplug.ainb.protocol.InitRequest;
import io.polyplug.ainb.protocol.RenderReply;
import io.polyplug.base.Deadline;
import io.polyplug.base.UntrustedText;
import io.polyplug.conformance.Conversation;
import io.polyplug.conformance.Conversation.Received;
import io.polyplug.conformance.JsonRpc;
import io.polyplug.conformance.Stage;
import io.polyplug.conformance.Violation;
import io.polyplug.conformance.ainb.ScriptedHost.Gates;
import io.polyplug.process.ExitStatus;
import io.polyplug.wire.InvalidJson;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import io.polyplug.wire.RpcException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One life of the plugin, with a {@link ScriptedHost} that answers what it asks while we wait for
 * it. A frame that a host would drop is noted and dropped. Of one thread; the stage ends it.
 */
final class Life {
  /** For the first frame of a screen (section 10). */
  static final Duration FIRST_RENDER = Duration.ofSeconds(20);

  private static final Duration SHUTDOWN = Duration.ofSeconds(5);

  private final Conversation talk;
  private final Manifest manifest;
  private final ScriptedHost host;
  private final Path folder;
  private final List<String> malformed = new ArrayList<>();
  private final List<Json> strays = new ArrayList<>();
  private long lastId;

  private Life(Conversation talk, Manifest manifest, Path folder, Gates gates) {
    this.talk = talk;
    this.manifest = manifest;
    this.folder = folder;
    this.host = new ScriptedHost(manifest, gates);
  }

  /** Starts it; nothing was said yet. */
  static Life begin(Stage stage, Gates gates) {
    return new Life(stage.start(AinbProtocol.framing()), manifestOf(stage), folderOf(stage), gates);
  }

  /** Starts it and introduces it, as a host does. */
  static Life running(Stage stage, Gates gates) {
    Life life = begin(stage, gates);
    life.init();
    return life;
  }

  static Path folderOf(Stage stage) {
    return stage
        .subject()
        .folder()
        .orElseThrow(() -> new Violation("it has no folder, and a plugin of ainb is one"));
  }

  static Manifest manifestOf(Stage stage) {
    return switch (ManifestReader.read(folderOf(stage))) {
      case ManifestReading.Good(Manifest good, List<String> _) -> good;
      case ManifestReading.Bad bad -> throw new Violation("its manifest is wrong: " + bad.reason());
    };
  }

  ScriptedHost host() {
    return host;
  }

  Manifest manifest() {
    return manifest;
  }

  Conversation talk() {
    return talk;
  }

  /** Frames that are no messages of this contract, one sentence each. */
  List<String> malformed() {
    return malformed;
  }

  /** Replies to nothing that was asked. */
  List<Json> strays() {
    return strays;
  }

  /** Introduces the plugin, which has to take it. */
  Json init() {
    return switch (init(manifest.capabilities().granted())) {
      case Reply.Result(Json value) -> value;
      case Reply.Refusal refusal ->
          throw new Violation("plugin/init was answered with " + refusal.sentence());
    };
  }

  /** Introduces the plugin with these capabilities. */
  Reply init(List<String> capabilities) {
    InitRequest request =
        new InitRequest(
            folder.resolve(Manifest.FILE_NAME).toString(),
            capabilities,
            Optional.empty(),
            "conformance",
            ProcessHandle.current().pid());
    return request(AinbProtocol.INIT, request.toJson());
  }

  Reply render(int width, int height) {
    return request(AinbProtocol.RENDER, RenderReply.request(width, height, lastId), FIRST_RENDER);
  }

  Reply cli(String namespace, List<String> argv) {
    return request(AinbProtocol.CLI_DISPATCH, CliReply.request(namespace, argv));
  }

  void event(String topic, String payload) {
    notify(
        AinbProtocol.HANDLE_EVENT,
        Json.object(
            out -> {
              out.writeStringProperty("topic", topic);
              out.writeStringProperty(
                  "payload", Bytes.write(payload.getBytes(StandardCharsets.UTF_8)));
            }));
  }

  void notify(String method, Json params) {
    talk.send(JsonRpc.notification(method, params));
  }

  Reply request(String method, Json params) {
    return request(method, params, Stage.STEP);
  }

  Reply request(String method, Json params, Duration atMost) {
    long id = ++lastId;
    talk.send(JsonRpc.request(id, method, params));
    Deadline deadline = talk.deadline(atMost);
    while (true) {
      Json reply = take(talk.bytes("a reply to " + method, deadline.left()));
      if (reply != null) {
        if (isTo(id, reply)) {
          return Reply.read(method, reply);
        }
        strays.add(reply);
      }
    }
  }

  private static boolean isTo(long id, Json reply) {
    Json said = JsonParts.find(reply, "id")[0];
    return said != null && said.toString().equals(Long.toString(id));
  }

  /** Takes frames until this holds; false if it does not in time, or if nothing more can come. */
  boolean await(BooleanSupplier done, Duration atMost) {
    Deadline deadline = talk.deadline(atMost);
    while (!done.getAsBoolean()) {
      switch (talk.receive(deadline.left())) {
        case Received.Frame(byte[] body) -> {
          Json reply = take(body);
          if (reply != null) {
            strays.add(reply);
          }
        }
        case Received.Broken(String sentence) -> throw new Violation(sentence);
        case Received.Ended _, Received.Nothing _ -> {
          return false;
        }
      }
    }
    return true;
  }

  /** Handles a frame; the frame itself if it is a reply. */
  private @Nullable Json take(byte[] body) {
    Json frame = message(body);
    if (frame == null) {
      return null;
    }
    @Nullable Json[] parts = JsonParts.find(frame, "method", "id", "params");
    Json method = parts[0];
    String name = method == null ? null : method.stringValue();
    if (method == null) {
      return frame;
    }
    if (name == null) {
      malformed.add("the method of a message is no text: " + excerpt(body));
      return null;
    }
    Json id = parts[1];
    Json params = parts[2] == null ? Json.NULL : parts[2];
    if (id == null || id.kind() == Json.Kind.NULL) {
      heard(name, params);
    } else {
      talk.send(answer(id, name, params));
    }
    return null;
  }

  private @Nullable Json message(byte[] body) {
    try {
      Json frame = Json.parse(body);
      if (frame.kind() != Json.Kind.OBJECT) {
        malformed.add("a frame is no object: " + excerpt(body));
        return null;
      }
      Json version = JsonParts.find(frame, "jsonrpc")[0];
      if (version == null || !"2.0".equals(version.stringValue())) {
        malformed.add("a frame does not say \"jsonrpc\":\"2.0\": " + excerpt(body));
        return null;
      }
      return frame;
    } catch (InvalidJson e) {
      malformed.add("a frame is not JSON (" + e.getMessage() + "): " + excerpt(body));
      return null;
    }
  }

  private static String excerpt(byte[] body) {
    return UntrustedText.excerpt(new String(body, StandardCharsets.UTF_8), 80);
  }

  /** A notification is never answered, however wrong it is (4.3). */
  private void heard(String method, Json params) {
    try {
      host.hear(method, params);
    } catch (RpcException wrong) {
      if (wrong.error().code() != AinbProtocol.CAPABILITY_DENIED) {
        malformed.add(method + " cannot be read: " + wrong.error().message());
      }
    }
  }

  private Json answer(Json id, String method, Json params) {
    try {
      return JsonRpc.result(id, host.answer(method, params));
    } catch (RpcException refused) {
      return JsonRpc.error(id, refused.error());
    }
  }

  boolean hasScreens() {
    return !manifest.provides().screens().isEmpty();
  }

  Optional<String> namespace() {
    return manifest.provides().cliNamespaces().stream().findFirst();
  }

  boolean hasBus() {
    return manifest.capabilities().isGranted(Capability.EVENT_BUS);
  }

  /** Has it do everything that its manifest says it can, short of what changes something. */
  void exercise() {
    if (hasScreens()) {
      render(80, 24);
    }
    namespace().ifPresent(it -> cli(it, List.of("--help")));
    if (hasBus()) {
      manifest.subscribes().snapshots().forEach(it -> event(it, ""));
    }
    requireAlive("after it was used");
  }

  /** It has to answer something, whatever it is. */
  void requireAlive(String when) {
    try {
      request("plugin/conformance-alive", Json.EMPTY_OBJECT);
    } catch (Violation e) {
      throw new Violation(when + " it does not answer any more: " + e.getMessage());
    }
  }

  /** Asks it to leave, and takes all that it still says; how it leaves is axis 10's. */
  void finish() {
    talk.send(JsonRpc.request(++lastId, AinbProtocol.SHUTDOWN, Json.EMPTY_OBJECT));
    talk.closeInput();
    await(() -> false, SHUTDOWN);
  }

  Optional<ExitStatus> awaitExit(Duration atMost) {
    return talk.awaitExit(atMost);
  }
}
