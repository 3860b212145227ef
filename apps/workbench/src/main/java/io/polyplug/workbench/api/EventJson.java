package io.polyplug.workbench.api;

import io.polyplug.host.HostEvent;
import io.polyplug.host.flight.Redaction;
import io.polyplug.wire.Json;
import java.util.Arrays;

/**
 * Events of a host as the page gets them. Texts are as plugins gave them: the page shows text. Of
 * frames secrets are left out.
 */
final class EventJson {
  /** A longer frame is cut; the export has it whole. */
  private static final int LONGEST_FRAME = 64 << 10;

  private EventJson() {}

  static Json of(HostEvent event, Redaction redaction) {
    return Json.object(
        out -> {
          out.writeStringProperty("plugin", event.plugin());
          switch (event) {
            case HostEvent.StateChanged it -> {
              out.writeStringProperty("from", EventRoutes.word(it.from()));
              out.writeStringProperty("to", EventRoutes.word(it.to()));
              it.reason()
                  .ifPresent(
                      why -> {
                        out.writeStringProperty("code", why.code().code());
                        out.writeStringProperty("reason", why.message());
                      });
            }
            case HostEvent.LogLine it -> {
              out.writeStringProperty("level", EventRoutes.word(it.level()));
              out.writeStringProperty("text", it.text());
            }
            case HostEvent.CallStarted it -> {
              out.writeStringProperty("what", "started");
              out.writeNumberProperty("call", it.call());
              out.writeStringProperty("tool", it.tool());
            }
            case HostEvent.CallEnded it -> {
              out.writeStringProperty("what", "ended");
              out.writeNumberProperty("call", it.call());
              out.writeStringProperty("tool", it.tool());
              out.writeNumberProperty("durationUs", it.duration().toNanos() / 1000);
              it.errorCode().ifPresent(code -> out.writeStringProperty("error", code));
              out.writeBooleanProperty("goesOn", it.goesOn());
            }
            case HostEvent.StreamEnded it -> {
              out.writeStringProperty("what", "closed");
              out.writeNumberProperty("call", it.call());
              out.writeStringProperty("tool", it.tool());
              out.writeNumberProperty("durationUs", it.duration().toNanos() / 1000);
              out.writeNumberProperty("received", it.received());
              out.writeNumberProperty("sent", it.sent());
              out.writeBooleanProperty("whole", it.whole());
              it.errorCode().ifPresent(code -> out.writeStringProperty("error", code));
            }
            case HostEvent.FrameSeen it -> {
              out.writeStringProperty(
                  "to", it.direction() == HostEvent.Direction.TO_PLUGIN ? "plugin" : "host");
              out.writeNumberProperty("us", it.nanos() / 1000);
              out.writeNumberProperty("bytes", it.frame().length);
              out.writeNumberProperty("cut", Math.max(0, it.frame().length - LONGEST_FRAME));
              out.writeStringProperty(
                  "text",
                  redaction.frame(
                      it.frame().length <= LONGEST_FRAME
                          ? it.frame()
                          : Arrays.copyOf(it.frame(), LONGEST_FRAME)));
            }
            case HostEvent.PluginAdded _ -> out.writeStringProperty("what", "added");
            case HostEvent.PluginRemoved _ -> out.writeStringProperty("what", "removed");
            case HostEvent.ToolsChanged _ -> out.writeStringProperty("what", "tools");
          }
        });
  }
}
