package io.polyplug.mcp.http;

import io.polyplug.mcp.protocol.HeaderText;
import io.polyplug.mcp.protocol.ToolHeaders;
import io.polyplug.wire.FrameBytes;
import io.polyplug.wire.HttpAnswer;
import io.polyplug.wire.HttpEndpoint;
import io.polyplug.wire.SameOriginClient;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The one address of a server: sends requests to it with the headers that they must have. Safe from
 * any thread.
 */
final class Endpoint {
  private static final String SESSION = "Mcp-Session-Id";
  private static final String VERSION = "MCP-Protocol-Version";
  private static final String EVENTS = "text/event-stream";
  private static final int LONGEST_SESSION = 8 << 10;

  private final HttpEndpoint address;
  private final SameOriginClient client;
  private volatile HttpSpeech speech = new HttpSpeech("", false);
  private volatile Function<String, ToolHeaders> tools = tool -> ToolHeaders.NONE;
  private volatile @Nullable String session;
  private volatile boolean forgotten;
  private volatile boolean greeting;

  /** The status of the last request that failed; 0 if there was no answer. */
  private volatile int refusedWith;

  Endpoint(HttpEndpoint address) {
    this.address = address;
    this.client = new SameOriginClient(address);
  }

  HttpEndpoint address() {
    return address;
  }

  HttpSpeech speech() {
    return speech;
  }

  void speech(HttpSpeech changed) {
    if (changed.version().isEmpty() || changed.modern()) {
      session = null;
      forgotten = false;
      greeting = !changed.modern();
    }
    speech = changed;
  }

  /** Whether a legacy server has not been told yet that its answer to the greeting has come. */
  boolean isGreeting() {
    return greeting;
  }

  void greeted() {
    greeting = false;
  }

  void tools(Function<String, ToolHeaders> marked) {
    tools = marked;
  }

  boolean isForgotten() {
    return forgotten;
  }

  int refusedWith() {
    return refusedWith;
  }

  void refusedWith(int status) {
    refusedWith = status;
  }

  /** A session that the server has given, and the one it is asked about. */
  @Nullable String session() {
    return session;
  }

  /** The server does not know the session any more. */
  void forgotten(String which) {
    if (which.equals(session)) {
      session = null;
      forgotten = true;
    }
  }

  HttpAnswer post(OutgoingMessage message, FrameBytes body)
      throws IOException, InterruptedException {
    Map<String, String> headers = common("application/json, " + EVENTS);
    headers.put("Content-Type", "application/json");
    if (speech.modern() && !message.method().isEmpty()) {
      headers.put("Mcp-Method", HeaderText.encode(message.method()));
      message.name().ifPresent(name -> headers.put("Mcp-Name", HeaderText.encode(name)));
      if (message.isToolCall()) {
        headers.putAll(
            message.name().map(tools).orElse(ToolHeaders.NONE).of(message.member("arguments")));
      }
    }
    HttpAnswer answer = client.send("POST", headers, body);
    if (message.isGreeting()) {
      // Whatever it holds goes into a header of later requests, so it must be fit for one.
      answer
          .headers()
          .firstValue(SESSION)
          .filter(it -> it.length() <= LONGEST_SESSION)
          .filter(it -> it.chars().allMatch(c -> c > ' ' && c < 0x7F))
          .ifPresent(it -> session = it);
    }
    return answer;
  }

  /** Opens an event stream, or goes on with one after the event of this id. */
  HttpAnswer get(@Nullable String lastEvent) throws IOException, InterruptedException {
    Map<String, String> headers = common(EVENTS);
    if (lastEvent != null) {
      headers.put("Last-Event-ID", lastEvent);
    }
    return client.send("GET", headers, null);
  }

  /** Says that the session is not needed any more; true if there was one. */
  boolean delete() throws IOException, InterruptedException {
    if (session == null) {
      return false;
    }
    Map<String, String> headers = common("application/json");
    session = null;
    client.send("DELETE", headers, null).body().close();
    return true;
  }

  private Map<String, String> common(String accept) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Accept", accept);
    if (!speech.version().isEmpty()) {
      headers.put(VERSION, speech.version());
    }
    String current = session;
    if (current != null) {
      headers.put(SESSION, current);
    }
    return headers;
  }

  static boolean isEvents(HttpAnswer answer) {
    return isSuccess(answer)
        && answer.contentType().split(";", 2)[0].strip().toLowerCase(Locale.ROOT).equals(EVENTS);
  }

  static boolean isSuccess(HttpAnswer answer) {
    return answer.status() >= 200 && answer.status() < 300;
  }

  void shutdown() {
    client.shutdown();
  }
}
