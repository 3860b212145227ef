package io.polyplug.sdk.internal;

import io.polyplug.bowire.protocol.BowireProtocol;
import io.polyplug.bowire.protocol.Capabilities;
import io.polyplug.bowire.protocol.Handshake;
import io.polyplug.sdk.ToolError;
import io.polyplug.wire.ErrorObject;
import io.polyplug.wire.InvalidJson;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import io.polyplug.wire.RpcException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Answers the requests of bowire, whatever carries them. Safe from any thread. */
final class BowireDesk {
  /** Sends a notification to the host. */
  interface Telling {
    void tell(String method, Json params);
  }

  private final Declaration plugin;
  private final Running running;
  private final Telling telling;
  private final Map<String, OpenChannel> channels = new ConcurrentHashMap<>();

  BowireDesk(Declaration plugin, Running running, Telling telling) {
    this.plugin = plugin;
    this.running = running;
    this.telling = telling;
  }

  /**
   * Answers one; throws {@link RpcException} for what is answered as an error.
   *
   * @param afterwards takes what is to be done when the answer is on its way
   */
  Json answer(String method, Json params, Consumer<Runnable> afterwards)
      throws InterruptedException {
    Map<String, Json> members =
        params.kind() == Json.Kind.OBJECT ? JsonParts.members(params) : Map.of();
    return switch (method) {
      case BowireProtocol.INITIALIZE -> initialize();
      case BowireProtocol.PING -> Json.string("pong");
      case BowireProtocol.SHUTDOWN -> Json.ofTrusted(new byte[] {'t', 'r', 'u', 'e'});
      case BowireProtocol.DISCOVER -> BowireDiscovery.of(plugin, text(members, "serverUrl"));
      case BowireProtocol.INVOKE -> invoke(members);
      case BowireProtocol.INVOKE_STREAM -> stream(members, afterwards);
      case BowireProtocol.OPEN_CHANNEL -> open(members, afterwards);
      case BowireProtocol.CHANNEL_SEND -> send(members, afterwards);
      case BowireProtocol.CHANNEL_CLOSE -> {
        OpenChannel closing = channels.get(text(members, "channelId"));
        if (closing != null) {
          afterwards.accept(closing::end);
        }
        yield Json.NULL;
      }
      default -> throw notFound("method not found: " + method);
    };
  }

  private boolean has(Class<? extends Tool> kind) {
    return plugin.tools().stream().anyMatch(kind::isInstance);
  }

  private Json initialize() {
    if (plugin.tools().isEmpty()) {
      throw new RpcException(Errors.TOOL_FAILED, plugin.name() + " has no tools");
    }
    return new Handshake(
            plugin.name(),
            Optional.of(plugin.title()),
            Optional.empty(),
            List.of(),
            Optional.of((long) BowireProtocol.VERSION),
            new Capabilities(
                true, has(Tool.Unary.class), has(Tool.Stream.class), has(Tool.Duplex.class)))
        .toJson();
  }

  private Json invoke(Map<String, Json> params) throws InterruptedException {
    Tool.Unary<?> tool = tool(params, Tool.Unary.class, "a unary method");
    long began = System.nanoTime();
    try (Running.Work work = running.begin()) {
      Json output = tool.run(message(params), call(params, work));
      return Json.object(
          out -> {
            out.writeStringProperty("response", output.toString());
            out.writeNumberProperty(
                "durationMs", TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began));
            out.writeStringProperty("status", "OK");
            out.writeObjectPropertyStart("metadata");
            out.writeEndObject();
          });
    } catch (ToolError e) {
      throw new RpcException(error(e));
    }
  }

  private Json stream(Map<String, Json> params, Consumer<Runnable> afterwards) {
    Tool.Stream<?> tool = tool(params, Tool.Stream.class, "a server stream");
    String id = text(params, "streamId");
    Tool.Begun begun;
    try {
      begun = tool.begin(message(params));
    } catch (ToolError e) {
      throw new RpcException(error(e));
    }
    afterwards.accept(
        () ->
            work(
                "polyplug-stream",
                work ->
                    begun.run(
                        message ->
                            telling.tell(BowireProtocol.STREAM_DATA, data("streamId", id, message)),
                        call(params, work)),
                failure ->
                    telling.tell(
                        BowireProtocol.STREAM_END,
                        Json.object(
                            out -> {
                              out.writeStringProperty("streamId", id);
                              out.writeName("error");
                              (failure == null ? Json.NULL : failure.toJson()).writeTo(out);
                            }))));
    return Json.object(out -> out.writeStringProperty("streamId", id));
  }

  private Json open(Map<String, Json> params, Consumer<Runnable> afterwards) {
    Tool.Duplex tool = tool(params, Tool.Duplex.class, "a channel");
    String id = text(params, "channelId");
    OpenChannel channel =
        new OpenChannel(
            message -> telling.tell(BowireProtocol.CHANNEL_DATA, data("channelId", id, message)));
    if (channels.putIfAbsent(id, channel) != null) {
      throw new RpcException(Errors.TOOL_FAILED, "the channel is open already");
    }
    afterwards.accept(
        () ->
            work(
                "polyplug-channel",
                work -> {
                  PlainCall call = call(params, work);
                  try {
                    tool.handler().handle(channel, call);
                  } catch (Throwable failure) {
                    throw Failures.told(tool.name(), failure, call);
                  }
                },
                failure -> {
                  channels.remove(id);
                  telling.tell(
                      BowireProtocol.CHANNEL_CLOSED,
                      Json.object(
                          out -> {
                            out.writeStringProperty("channelId", id);
                            if (failure != null) {
                              out.writeName("error");
                              failure.toJson().writeTo(out);
                            }
                          }));
                }));
    return Json.object(out -> out.writeStringProperty("channelId", id));
  }

  private Json send(Map<String, Json> params, Consumer<Runnable> afterwards) {
    OpenChannel channel = channels.get(text(params, "channelId"));
    if (channel == null || channel.isEnded()) {
      throw new RpcException(Errors.TOOL_FAILED, "no such channel");
    }
    if (!channel.hasRoom()) {
      throw new RpcException(Errors.TOOL_FAILED, "the channel is full: it is not read");
    }
    Json message = params.get("message");
    Json embedded = message == null ? null : message.embedded();
    Json taken = embedded != null ? embedded : message == null ? Json.NULL : message;
    afterwards.accept(() -> channel.put(taken));
    return Json.NULL;
  }

  /** The host will send nothing more. */
  void closeChannels() {
    channels.values().forEach(OpenChannel::end);
  }

  /** What a thread of its own does. */
  private interface Doing {
    void run(Running.Work work) throws InterruptedException;
  }

  private void work(String name, Doing doing, Consumer<@Nullable ErrorObject> ended) {
    running.start(
        name,
        work -> {
          ErrorObject failure = null;
          try {
            doing.run(work);
          } catch (ToolError e) {
            failure = error(e);
          } catch (InterruptedException e) {
            failure = new ErrorObject(Errors.TOOL_FAILED, "cancelled");
          }
          ended.accept(failure);
        });
  }

  private static Json data(String idName, String id, Json message) {
    return Json.object(
        out -> {
          out.writeStringProperty(idName, id);
          out.writeStringProperty("message", message.toString());
        });
  }

  private <T extends Tool> T tool(Map<String, Json> params, Class<T> kind, String expected) {
    String service = text(params, "service");
    String method = text(params, "method");
    Tool tool = service.equals(plugin.name()) ? plugin.find(method) : null;
    if (tool == null) {
      throw notFound("there is no method " + service + "/" + method);
    }
    if (!kind.isInstance(tool)) {
      throw notFound(service + "/" + method + " is not " + expected);
    }
    return kind.cast(tool);
  }

  private static Json message(Map<String, Json> params) {
    Json messages = params.get("jsonMessages");
    if (messages == null || messages.kind() != Json.Kind.ARRAY) {
      return Json.EMPTY_OBJECT;
    }
    List<Json> all = JsonParts.elements(messages);
    if (all.isEmpty()) {
      return Json.EMPTY_OBJECT;
    }
    String text = all.getFirst().stringValue();
    try {
      return text == null ? all.getFirst() : Json.parse(text);
    } catch (InvalidJson e) {
      throw new ToolError(ToolError.INVALID_INPUT, "the message is not JSON: " + e.getMessage());
    }
  }

  private static PlainCall call(Map<String, Json> params, Running.Work work) {
    Map<String, String> metadata = new LinkedHashMap<>();
    Json given = params.get("metadata");
    if (given != null && given.kind() == Json.Kind.OBJECT) {
      for (Map.Entry<String, Json> entry : JsonParts.members(given).entrySet()) {
        String text = entry.getValue().stringValue();
        metadata.put(entry.getKey(), text == null ? entry.getValue().toString() : text);
      }
    }
    return new PlainCall("bowire", work, metadata, text(params, "serverUrl"));
  }

  private static ErrorObject error(ToolError e) {
    boolean input = e.code().equals(ToolError.INVALID_INPUT);
    return Errors.object(e, input ? ErrorObject.INVALID_PARAMS : Errors.TOOL_FAILED);
  }

  private static RpcException notFound(String sentence) {
    return new RpcException(ErrorObject.METHOD_NOT_FOUND, sentence);
  }

  /** A text; empty if there is none. */
  private static String text(Map<String, Json> params, String name) {
    Json value = params.get(name);
    String text = value == null ? null : value.stringValue();
    return text == null ? "" : text;
  }
}
