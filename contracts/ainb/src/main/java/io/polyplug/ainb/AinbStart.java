package io.polyplug.ainb;

import io.polyplug.ainb.protocol.AinbProtocol;
import io.polyplug.ainb.protocol.InitReply;
import io.polyplug.ainb.protocol.InitRequest;
import io.polyplug.base.UntrustedText;
import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.Greeting;
import io.polyplug.host.PluginError;
import io.polyplug.host.PluginFailure;
import io.polyplug.wire.CallOptions;
import io.polyplug.wire.Json;
import io.polyplug.wire.RpcException;
import java.util.Optional;

/** The init window: asks the plugin who it is and checks what it says (5.1). */
final class AinbStart {
  private final PluginFolder plugin;
  private final AinbOptions options;
  private final AinbLink link;

  AinbStart(PluginFolder plugin, AinbOptions options, AinbLink link) {
    this.plugin = plugin;
    this.options = options;
    this.link = link;
  }

  /**
   * Opens the lanes if all is well and gives what it said; throws {@link PluginFailure} and leaves
   * nothing running.
   */
  Greeting run(Capabilities capabilities, Optional<Json> config, String hostKind) {
    Json answer;
    try {
      answer = init(capabilities, config, hostKind);
      check(answer);
    } catch (RuntimeException | Error failure) {
      link.drop();
      throw failure;
    }
    AinbLanes.open(link.peer());
    return Greeting.of("ainb ABI " + AinbProtocol.ABI, answer);
  }

  private Json init(Capabilities capabilities, Optional<Json> config, String hostKind) {
    InitRequest request =
        new InitRequest(
            plugin.folder().resolve(Manifest.FILE_NAME).toAbsolutePath().toString(),
            capabilities.granted(),
            config,
            hostKind,
            ProcessHandle.current().pid());
    try {
      return link.replies()
          .await(
              link.peer()
                  .call(
                      AinbProtocol.INIT,
                      request.toJson(),
                      CallOptions.within(options.times().init()).in(AinbLanes.LIFE)));
    } catch (PluginError refused) {
      throw failed(
          FailureCode.HANDSHAKE_FAILED,
          "init was answered with an error: " + UntrustedText.excerpt(refused.text(), 500));
    } catch (PluginFailure failure) {
      throw unanswered(failure);
    }
  }

  private PluginFailure unanswered(PluginFailure failure) {
    Failure why = failure.failure();
    return switch (why.code()) {
      case TIMEOUT ->
          new PluginFailure(
              new Failure(
                  FailureCode.TIMEOUT,
                  why.plugin(),
                  "it did not answer init within " + options.times().init().toMillis() + " ms",
                  link.end().lastWords()),
              failure);
      case CRASHED ->
          new PluginFailure(
              new Failure(
                  FailureCode.HANDSHAKE_FAILED,
                  why.plugin(),
                  why.message() + " before it answered init",
                  why.stderr()),
              failure);
      default -> failure;
    };
  }

  private void check(Json result) {
    InitReply reply;
    try {
      reply = InitReply.read(result);
    } catch (RpcException wrong) {
      throw failed(
          FailureCode.HANDSHAKE_FAILED,
          "its reply to init cannot be read: " + wrong.error().message());
    }
    Manifest manifest = plugin.manifest();
    if (reply.names().isEmpty()) {
      throw failed(FailureCode.HANDSHAKE_FAILED, "its reply to init has no name");
    }
    Optional<String> name = InitReply.unlike(manifest.name(), reply.names());
    Optional<String> version = InitReply.unlike(manifest.version(), reply.versions());
    if (name.isPresent() || version.isPresent()) {
      throw failed(
          FailureCode.HANDSHAKE_FAILED,
          "it says that its %s is \"%s\", its manifest says \"%s\""
              .formatted(
                  name.isPresent() ? "name" : "version",
                  UntrustedText.excerpt(name.or(() -> version).orElseThrow(), 80),
                  name.isPresent() ? manifest.name() : manifest.version()));
    }
    Optional<Long> abi = InitReply.unlike((long) AinbProtocol.ABI, reply.abis());
    if (abi.isPresent()) {
      throw failed(
          FailureCode.PROTOCOL_VERSION_MISMATCH,
          "it speaks ABI %s and this host ABI %d"
              .formatted(Long.toUnsignedString(abi.get()), AinbProtocol.ABI));
    }
  }

  private PluginFailure failed(FailureCode code, String message) {
    return new Failure(code, plugin.manifest().name(), message).thrown();
  }
}
