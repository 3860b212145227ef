package io.polyplug.sdk.internal;

import io.polyplug.ainb.protocol.AinbProtocol;
import io.polyplug.ainb.protocol.Bytes;
import io.polyplug.ainb.protocol.Fields;
import io.polyplug.sdk.HostServices;
import io.polyplug.sdk.ToolError;
import io.polyplug.wire.CallException;
import io.polyplug.wire.CallOptions;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import io.polyplug.wire.Peer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a host of ainb does for its plugins. */
record AinbServices(Peer peer) implements HostServices {
  /** Longer than the host takes for anything but actions, which have a time of their own. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @Override
  public Snapshot snapshot(String topic) {
    return call(
        AinbProtocol.SNAPSHOT_GET,
        ofText("topic", topic),
        PATIENCE,
        it -> new Snapshot(it.optionalBytes("payload").orElse(null), it.unsigned("version", 0)));
  }

  @Override
  public void publish(String topic, byte[] bytes) {
    Json params =
        Json.object(
            out -> {
              out.writeStringProperty("topic", topic);
              out.writeStringProperty("payload", Bytes.write(bytes));
            });
    try {
      peer.notify(AinbProtocol.SNAPSHOT_PUBLISH, params);
    } catch (CallException e) {
      throw Errors.ofHost(e);
    }
  }

  @Override
  public void subscribe(String topic) {
    call(AinbProtocol.SNAPSHOT_SUBSCRIBE, ofText("topic", topic), PATIENCE, it -> it);
  }

  @Override
  public byte[] invoke(String action, byte[] payload, Duration timeout) {
    Json params =
        Json.object(
            out -> {
              out.writeStringProperty("action", action);
              out.writeStringProperty("payload", Bytes.write(payload));
              out.writeNumberProperty("timeout_ms", timeout.toMillis());
            });
    // The host keeps the time; ours is for a host that does not.
    Duration patience = timeout.isZero() ? null : timeout.plus(PATIENCE);
    return call(AinbProtocol.ACTION_INVOKE, params, patience, it -> it.bytes("payload"));
  }

  @Override
  public byte[] readFile(String path) {
    return call(AinbProtocol.READ_FILE, ofText("path", path), PATIENCE, it -> it.bytes("bytes"));
  }

  @Override
  public List<Entry> readDir(String path) {
    return call(
        AinbProtocol.READ_DIR,
        ofText("path", path),
        PATIENCE,
        result -> {
          List<Entry> entries = new ArrayList<>();
          for (Json element : result.elements("entries")) {
            Fields entry = Fields.of("entry", element);
            entries.add(
                new Entry(entry.text("name"), entry.flag("is_dir"), entry.unsigned("size", 0)));
          }
          return entries;
        });
  }

  @Override
  public Fetched fetch(String method, String url, List<Header> headers, byte @Nullable [] body) {
    Json params =
        Json.object(
            out -> {
              out.writeStringProperty("url", url);
              out.writeStringProperty("method", method);
              out.writeName("body");
              Values.write(body, out);
              out.writeArrayPropertyStart("headers");
              for (Header header : headers) {
                Values.write(List.of(header.name(), header.value()), out);
              }
              out.writeEndArray();
            });
    return call(
        AinbProtocol.FETCH,
        params,
        PATIENCE,
        it -> new Fetched(it.whole("status", 0, 0xFFFF), headers(it), it.bytes("body")));
  }

  private static List<Header> headers(Fields result) {
    List<Header> headers = new ArrayList<>();
    for (Json pair : result.elements("headers")) {
      List<Json> parts = pair.kind() == Json.Kind.ARRAY ? JsonParts.elements(pair) : List.of();
      if (parts.size() == 2) {
        headers.add(
            new Header(
                String.valueOf(parts.getFirst().stringValue()),
                String.valueOf(parts.getLast().stringValue())));
      }
    }
    return headers;
  }

  private static Json ofText(String name, String value) {
    return Json.object(out -> out.writeStringProperty(name, value));
  }

  private interface Reading<T> {
    T of(Fields result);
  }

  private <T> T call(String method, Json params, @Nullable Duration patience, Reading<T> reading) {
    var call = peer.call(method, params, new CallOptions(patience, null, null, null));
    try {
      return reading.of(Fields.of("result", call.await()));
    } catch (CallException e) {
      throw Errors.ofHost(e);
    } catch (InterruptedException e) {
      call.cancel();
      Thread.currentThread().interrupt();
      throw new ToolError("cancelled", "nobody waits for the answer any more");
    }
  }
}
