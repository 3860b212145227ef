package io.polyplug.conformance.bowire;

import io.polyplug.bowire.protocol.BowireProtocol;
import io.polyplug.bowire.protocol.Capabilities;
import io.polyplug.bowire.protocol.Discovery;
import io.polyplug.bowire.protocol.Handshake;
import io.polyplug.bowire.protocol.Initialize;
import io.polyplug.bowire.protocol.Method;
import io.polyplug.bowire.protocol.MethodType;
import io.polyplug.bowire.protocol.Service;
import io.polyplug.bowire.protocol.Target;
import io.polyplug.conformance.NotConcerned;
import io.polyplug.conformance.Stage;
import io.polyplug.conformance.rpc.Reply;
import io.polyplug.conformance.rpc.RpcTalk;
import io.polyplug.wire.Framing;
import io.polyplug.wire.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A sidecar that is spoken to over its standard streams. The stage ends it. Of one thread. */
final class SidecarTalk {
  /** What the script says its version is; no host has it. */
  static final String HOST_VERSION = "0.0.0-conformance";

  private final RpcTalk rpc;
  private final String id;
  private final Map<String, String> messages = new HashMap<>();
  private Capabilities capabilities = new Capabilities(true, true, true, true);

  private SidecarTalk(RpcTalk rpc, String id) {
    this.rpc = rpc;
    this.id = id;
  }

  /** Starts it; it has been sent nothing yet. */
  static SidecarTalk start(Stage stage, Framing framing) {
    return new SidecarTalk(
        new RpcTalk(stage.start(framing), BowireProtocol.stdioDialect()),
        stage.subject().info().id());
  }

  /** Starts it and shakes hands, which has to succeed for everything else. */
  static SidecarTalk begin(Stage stage) {
    return begin(stage, BowireProtocol.framing());
  }

  static SidecarTalk begin(Stage stage, Framing framing) {
    SidecarTalk talk = start(stage, framing);
    talk.introduced(talk.initialize());
    return talk;
  }

  Reply initialize() {
    return rpc.call(BowireProtocol.INITIALIZE, greeting());
  }

  Json greeting() {
    return new Initialize(HOST_VERSION, id, Map.of()).toJson();
  }

  void introduced(Reply reply) {
    capabilities = Handshake.read(reply.objectOrFail()).capabilities();
  }

  RpcTalk rpc() {
    return rpc;
  }

  Capabilities capabilities() {
    return capabilities;
  }

  /** The address that services are looked for behind; nobody knows one that there is. */
  String serverUrl() {
    return id + "://conformance";
  }

  Target target(String service, String method) {
    return new Target(serverUrl(), service, method, false, Map.of());
  }

  /** What it answers if it is asked for its services; skips the axis if it says that it cannot. */
  Reply discover() {
    if (!capabilities.discover()) {
      throw new NotConcerned("its handshake says that it cannot discover");
    }
    return rpc.call(BowireProtocol.DISCOVER, Discovery.request(serverUrl(), false));
  }

  /** Its methods of these types, as hosts read them; none if it tells none. */
  List<Target> methods(MethodType... types) {
    List<Target> found = new ArrayList<>();
    Reply reply = discover();
    if (reply.error().isPresent()) {
      return found;
    }
    for (Service service : Discovery.read(reply.result(), id, serverUrl()).services()) {
      for (Method method : service.methods()) {
        if (List.of(types).contains(method.type())) {
          Target target = target(service.name(), method.name());
          messages.put(name(target), SampleMessage.of(method.input()));
          found.add(target);
        }
      }
    }
    return found;
  }

  /** A message that a method may take, as far as it has told what it takes. */
  String message(Target target) {
    if (messages.isEmpty()) {
      methods(MethodType.values());
    }
    return messages.getOrDefault(name(target), "{}");
  }

  /** As {@link #methods}; skips the axis if there are none. */
  List<Target> methodsOrSkip(String what, MethodType... types) {
    List<Target> found = methods(types);
    if (found.isEmpty()) {
      throw new NotConcerned("behind " + serverUrl() + " it has no " + what);
    }
    return found;
  }

  static String name(Target target) {
    return target.service() + "/" + target.method();
  }
}
