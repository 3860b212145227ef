package io.polyplug.bento;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.InstanceContext;
import io.polyplug.host.PeerNotices;
import io.polyplug.host.PluginFailure;
import io.polyplug.process.LaunchFailure;
import java.util.List;

/** Starts one plugin for the host and asks it who it is. */
final class BentoStart {
  private final BentoDefinition definition;
  private final InstanceContext context;
  private final String id;
  private final String who;

  BentoStart(BentoDefinition definition, InstanceContext context) {
    this.definition = definition;
    this.context = context;
    this.id = definition.info().id();
    this.who = definition.info().key();
  }

  /** A plugin that can be called; throws {@link PluginFailure} and leaves nothing running. */
  BentoSession run() {
    AdapterLink link = open();
    try {
      AdapterCalls calls = new AdapterCalls(link, definition.queries(), definition.limits());
      AdapterManifest manifest = calls.initialize();
      if (!manifest.adapterId().equals(id)) {
        throw failed(
            FailureCode.HANDSHAKE_FAILED,
            "it says that its id is \""
                + UntrustedText.excerpt(manifest.adapterId(), 80)
                + "\", expected was \""
                + UntrustedText.excerpt(id, 80)
                + "\"",
            List.of());
      }
      return new BentoSession(manifest, calls, definition.limits(), context.clock());
    } catch (AdapterError e) {
      link.drop();
      throw failed(code(e), e.sentence(), link.lastWords());
    } catch (InterruptedException e) {
      link.drop();
      Thread.currentThread().interrupt();
      throw failed(FailureCode.CANCELLED, "the caller gave up", List.of());
    } catch (RuntimeException | Error failure) {
      link.drop();
      throw failure;
    }
  }

  private AdapterLink open() {
    try {
      return AdapterLink.open(
          id,
          definition.program().specification(who, context.events()),
          context.spawner(),
          definition.limits(),
          context.clock(),
          new EventLog(who, context.events()),
          new PeerNotices(who, context.events()));
    } catch (LaunchFailure e) {
      throw PluginFailure.notLaunched(id, e);
    }
  }

  private static FailureCode code(AdapterError error) {
    return switch (error.kind()) {
      case ANSWERED, WRONG_SHAPE, NOT_SENT, LOST -> FailureCode.HANDSHAKE_FAILED;
      case OTHER_VERSION -> FailureCode.PROTOCOL_VERSION_MISMATCH;
      case TIMED_OUT -> FailureCode.TIMEOUT;
      case VIOLATION -> FailureCode.MALFORMED_RESPONSE;
    };
  }

  private PluginFailure failed(FailureCode code, String message, List<String> stderr) {
    return new Failure(code, id, message, stderr).thrown();
  }
}
