package io.polyplug.own;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.Greeting;
import io.polyplug.host.InstanceContext;
import io.polyplug.host.PluginError;
import io.polyplug.host.PluginFailure;
import io.polyplug.own.protocol.Hello;
import io.polyplug.own.protocol.OwnProtocol;
import io.polyplug.own.protocol.RemoteMethod;
import io.polyplug.own.protocol.Welcome;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Starts one plugin and has it introduce itself. */
final class OwnStart {
  private static final int SHOWN = 80;
  private static final int SENTENCE_SHOWN = 200;

  private final OwnDefinition definition;
  private final InterfaceContract contract;
  private final InstanceContext context;
  private final String id;

  OwnStart(OwnDefinition definition, InstanceContext context) {
    this.definition = definition;
    this.contract = definition.contract();
    this.context = context;
    this.id = definition.info().id();
  }

  /** A plugin that can be called; throws {@link PluginFailure} and leaves nothing running. */
  OwnSession run() {
    Set<String> allowed = context.grants().inForce(id, contract.capabilities());
    Callbacks callbacks = new Callbacks(contract, definition.info(), definition.timeout());
    OwnLink link =
        OwnLink.open(
            definition.info(),
            definition.program().specification(definition.info().key(), context.events()),
            contract.framing(),
            definition.timeout(),
            callbacks,
            context);
    try {
      Hello hello = new Hello(contract.id(), contract.version(), List.copyOf(allowed));
      Json answer = link.call(OwnProtocol.INITIALIZE, hello.toJson(), definition.timeout());
      Welcome welcome = checked(read(answer), allowed);
      Set<String> granted = new LinkedHashSet<>(welcome.asks());
      granted.retainAll(allowed);
      callbacks.grant(granted);
      Greeting greeting = Greeting.of(contract.id() + " " + contract.version(), answer);
      return new OwnSession(definition, link, greeting, context.clock());
    } catch (PluginError e) {
      link.drop();
      throw failed(
          refused(e) ? FailureCode.PROTOCOL_VERSION_MISMATCH : FailureCode.HANDSHAKE_FAILED,
          "it refused to introduce itself: " + UntrustedText.excerpt(e.text(), SENTENCE_SHOWN));
    } catch (PluginFailure e) {
      link.drop();
      Failure failure = e.failure();
      throw failure.code() == FailureCode.CRASHED
          ? new Failure(
                  FailureCode.HANDSHAKE_FAILED,
                  id,
                  failure.message() + " before it introduced itself",
                  failure.stderr())
              .thrown()
          : e;
    } catch (RuntimeException | Error failure) {
      link.drop();
      throw failure;
    }
  }

  private Welcome read(Json answer) {
    try {
      return Welcome.read(answer);
    } catch (IllegalArgumentException e) {
      throw failed(FailureCode.HANDSHAKE_FAILED, String.valueOf(e.getMessage()));
    }
  }

  private Welcome checked(Welcome welcome, Set<String> allowed) {
    if (!welcome.contract().equals(contract.id())
        || !welcome.version().equals(Integer.toString(contract.version()))) {
      throw failed(
          FailureCode.PROTOCOL_VERSION_MISMATCH,
          "it implements %s %s, expected was %s %d"
              .formatted(
                  shown(welcome.contract()),
                  shown(welcome.version()),
                  contract.id(),
                  contract.version()));
    }
    if (!welcome.name().equals(id)) {
      throw failed(
          FailureCode.HANDSHAKE_FAILED,
          "it says that its name is \"%s\", expected was \"%s\""
              .formatted(shown(welcome.name()), shown(id)));
    }
    List<String> missing =
        contract.methods().methods().stream()
            .map(RemoteMethod::name)
            .filter(it -> !welcome.methods().contains(it))
            .toList();
    if (!missing.isEmpty()) {
      throw failed(
          FailureCode.HANDSHAKE_FAILED,
          "it does not have all methods of %s; missing: %s"
              .formatted(contract.methods().type().getSimpleName(), String.join(", ", missing)));
    }
    for (String asked : welcome.asks()) {
      // A plugin of several contracts asks for what others have, too; that is nothing here.
      if (contract.capabilities().contains(asked) && !allowed.contains(asked)) {
        throw failed(
            FailureCode.CAPABILITY_NOT_ALLOWED,
            "it asks for " + asked + ", which the grants do not allow");
      }
    }
    return welcome;
  }

  private static String shown(String text) {
    return UntrustedText.excerpt(text, SHOWN);
  }

  /** Told by the number, since a code of its own may stand before it. */
  private static boolean refused(PluginError error) {
    Json number = JsonParts.find(error.data().orElse(Json.EMPTY_OBJECT), "code")[0];
    return number != null && number.toString().equals(Integer.toString(OwnProtocol.REFUSED));
  }

  private PluginFailure failed(FailureCode code, String sentence) {
    return new Failure(code, id, sentence).thrown();
  }
}
