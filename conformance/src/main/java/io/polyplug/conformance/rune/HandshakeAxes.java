package io.polyplug.conformance.rune;

import io.polyplug.base.UntrustedText;
import io.polyplug.conformance.Stage;
import io.polyplug.conformance.Verdict;
import io.polyplug.conformance.Violation;
import io.polyplug.host.PluginException;
import io.polyplug.host.PluginHost;
import io.polyplug.host.ToolQuery;
import io.polyplug.rune.HandshakeCheck;
import io.polyplug.rune.RuneTimes;
import io.polyplug.rune.protocol.HandshakeRequest;
import io.polyplug.rune.protocol.HandshakeResponse;
import io.polyplug.rune.protocol.HandshakeResponse.Manifest;
import io.polyplug.rune.protocol.RuneProtocol;
import io.polyplug.rune.protocol.WhiteSpace;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** How a plugin introduces itself (5.2, 7.1). */
final class HandshakeAxes {
  /** Of so many starts one has to be in time: a busy machine is not the plugin's fault. */
  static final int TRIES = 3;

  private HandshakeAxes() {}

  static Verdict handshake(Stage stage) {
    HandshakeResponse response = Exchange.handshake(line(stage));
    if (!response.type().equals("handshake")) {
      throw new Violation(
          "its first line has the type \"%s\", expected \"handshake\""
              .formatted(UntrustedText.excerpt(response.type(), 80)));
    }
    String version = response.manifest().map(Manifest::protocolVersion).orElse("");
    if (!WhiteSpace.trim(version).equals(RuneProtocol.VERSION)) {
      throw new Violation(
          "its protocol_version is \"%s\", expected \"%s\""
              .formatted(UntrustedText.excerpt(version, 80), RuneProtocol.VERSION));
    }
    return Verdict.passed();
  }

  /** The line, within what hosts allow by default. */
  private static byte[] line(Stage stage) {
    Duration limit = RuneTimes.DEFAULT.handshake();
    Violation late = new Violation("it was not tried");
    for (int i = 0; i < TRIES; i++) {
      Exchange exchange = Exchange.begin(stage);
      exchange.talk().send(new HandshakeRequest(RuneProtocol.VERSION).toJson());
      try {
        return exchange.talk().bytes("its handshake", limit);
      } catch (Violation e) {
        if (exchange.talk().outputHasEnded()) {
          throw e;
        }
        late = e;
      }
    }
    throw late;
  }

  static Verdict identity(Stage stage) {
    Exchange exchange = Exchange.begin(stage);
    exchange.talk().send(new HandshakeRequest(RuneProtocol.VERSION).toJson());
    HandshakeResponse response =
        Exchange.handshake(exchange.talk().bytes("its handshake", Stage.STEP));
    List<String> capabilities = response.manifest().map(Manifest::capabilities).orElse(List.of());
    new HandshakeCheck(
            stage.subject().info().id(), RuneProtocol.VERSION, new HashSet<>(capabilities))
        .violation(response, Optional.empty())
        .ifPresent(
            it -> {
              throw new Violation(it.message());
            });
    tools(response.manifest().orElseThrow().exposedTools());
    acceptedByHost(stage);
    return Verdict.passed(capabilities.isEmpty() ? "it declares no capabilities" : "");
  }

  private static void tools(List<String> tools) {
    Set<String> seen = new HashSet<>();
    for (String tool : tools) {
      if (!WhiteSpace.isCanonical(tool)) {
        throw new Violation(
            "its tool \"%s\" is empty or has white space around it, so that nobody can call it"
                .formatted(UntrustedText.excerpt(tool, 80)));
      }
      if (!seen.add(tool)) {
        throw new Violation(
            "it exposes the tool \"%s\" twice".formatted(UntrustedText.excerpt(tool, 80)));
      }
    }
  }

  /** With the allow-list of its manifest on disk, if it has one. */
  private static void acceptedByHost(Stage stage) {
    PluginHost host = stage.host(builder -> builder);
    try {
      host.plugins()
          .getFirst()
          .tools(new ToolQuery(Optional.empty(), Map.of(), Optional.of(Stage.STEP), true));
    } catch (PluginException e) {
      throw new Violation("a host refuses it: " + e.getMessage());
    }
  }
}
