package io.polyplug.conformance.bento;

import io.polyplug.bento.AdapterManifest;
import io.polyplug.bento.DiagnosticsRequest;
import io.polyplug.bento.protocol.BentoProtocol;
import io.polyplug.bento.protocol.WrongShape;
import io.polyplug.conformance.NotConcerned;
import io.polyplug.conformance.Stage;
import io.polyplug.conformance.Violation;
import io.polyplug.conformance.rpc.Reply;
import io.polyplug.conformance.rpc.RpcTalk;
import io.polyplug.wire.Framing;
import io.polyplug.wire.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** An adapter that has been started. The stage ends it. Of one thread. */
final class AdapterTalk {
  /** What the contract allows for every query (2.7). */
  private static final Duration QUERY = Duration.ofSeconds(30);

  private final RpcTalk rpc;
  private final AdapterManifest manifest;
  private final List<String> warnings;

  private AdapterTalk(RpcTalk rpc, AdapterManifest manifest, List<String> warnings) {
    this.rpc = rpc;
    this.manifest = manifest;
    this.warnings = warnings;
  }

  /** Starts it; it has been sent nothing yet. */
  static RpcTalk start(Stage stage, Framing framing) {
    return new RpcTalk(stage.start(framing), BentoProtocol.dialect(), QUERY);
  }

  static AdapterTalk begin(Stage stage) {
    return begin(stage, BentoProtocol.framing());
  }

  /** Starts it and asks who it is, which has to succeed for everything else. */
  static AdapterTalk begin(Stage stage, Framing framing) {
    RpcTalk rpc = start(stage, framing);
    return introduced(rpc, rpc.call(BentoProtocol.INITIALIZE, greeting(BentoProtocol.VERSION)));
  }

  static AdapterTalk introduced(RpcTalk rpc, Reply reply) {
    List<String> warnings = new ArrayList<>();
    try {
      return new AdapterTalk(
          rpc, AdapterManifest.read(reply.objectOrFail(), warnings::add), warnings);
    } catch (WrongShape e) {
      throw new Violation("its manifest: " + e.getMessage());
    }
  }

  static Json greeting(int version) {
    return Json.object(
        out -> {
          out.writeNumberProperty("protocol_version", version);
          out.writeStringProperty("bento_version", BentoProtocol.COMPATIBLE_VERSION);
        });
  }

  RpcTalk rpc() {
    return rpc;
  }

  AdapterManifest manifest() {
    return manifest;
  }

  List<String> warnings() {
    return warnings;
  }

  Reply detect(Path folder) {
    return rpc.call(BentoProtocol.DETECT, directory(folder.toString()));
  }

  static Json directory(String folder) {
    return Json.object(out -> out.writeStringProperty("dir", folder));
  }

  /** The task whose output it parses itself; skips the axis if there is none. */
  String parsedTask() {
    return manifest.diagnosticHooks().keySet().stream()
        .filter(manifest::parses)
        .findFirst()
        .orElseThrow(() -> new NotConcerned("its manifest has no hook with the parser plugin"));
  }

  boolean parses() {
    return manifest.diagnosticHooks().keySet().stream().anyMatch(manifest::parses);
  }

  Reply parse(String stdout, String stderr, Path dish) {
    return rpc.call(
        BentoProtocol.PARSE_DIAGNOSTICS,
        new DiagnosticsRequest(parsedTask(), stdout, stderr, 1, dish, dish).toJson());
  }
}
