package io.polyplug.sdk.internal;

import io.polyplug.rune.protocol.ExecuteRequest;
import io.polyplug.rune.protocol.ExecuteResponse;
import io.polyplug.rune.protocol.HandshakeRequest;
import io.polyplug.rune.protocol.HandshakeResponse;
import io.polyplug.rune.protocol.MalformedLine;
import io.polyplug.rune.protocol.RuneProtocol;
import io.polyplug.sdk.ToolError;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Speaks rune: two lines each way and the end. All of it happens on the thread that speaks; another
 * one watches the input only while a handler takes long.
 */
final class RuneSpeaker {
  static final String EXECUTE = "tool.execute";

  /** How long a handler may take before it is worth watching whether the host is still there. */
  private static final long QUICK_MILLIS = 100;

  private final Declaration plugin;
  private final HostInput in;
  private final HostOutput out;
  private final Running running;

  RuneSpeaker(Declaration plugin, HostInput in, HostOutput out) {
    this.plugin = plugin;
    this.in = in;
    this.out = out;
    this.running = new Running(out.errors());
  }

  void speak() throws IOException, NotSpoken {
    try {
      byte[] hello = in.line();
      if (hello == null) {
        return;
      }
      HandshakeRequest.read(hello);
      write(greeting());
      byte[] line = in.line();
      if (line == null) {
        return;
      }
      ExecuteResponse response = answer(ExecuteRequest.read(line));
      if (response != null) {
        write(response.toJson());
      }
    } catch (MalformedLine e) {
      throw new NotSpoken(e.problem());
    }
  }

  private Json greeting() {
    List<String> tools = new ArrayList<>();
    plugin.callable().forEach(tool -> tools.add(tool.name()));
    if (tools.isEmpty()) {
      out.errors().println(plugin.name() + " has no tools, and so is of no use to this host.");
    }
    return new HandshakeResponse(
            "handshake",
            Optional.of(
                new HandshakeResponse.Manifest(
                    plugin.name(),
                    plugin.version(),
                    RuneProtocol.VERSION,
                    tools,
                    capabilities(plugin))))
        .toJson();
  }

  /** What is asked for and is none of another contract's. */
  static List<String> capabilities(Declaration plugin) {
    List<String> capabilities = new ArrayList<>();
    for (String name : plugin.asks().keySet()) {
      if (!AinbManifest.isCapability(name)) {
        capabilities.add(name);
      }
    }
    return capabilities.isEmpty() ? List.of(EXECUTE) : capabilities;
  }

  /** The response; null if the host was gone before there was one. */
  private @Nullable ExecuteResponse answer(ExecuteRequest request) {
    Running.Work work = running.begin();
    Thread.ofPlatform().daemon().name("polyplug-input").start(() -> watch(work));
    try {
      Tool.Callable tool = plugin.callable(request.toolName());
      if (tool == null) {
        throw new ToolError(ToolError.NOT_FOUND, plugin.noSuchTool(request.toolName()));
      }
      PlainCall call = new PlainCall("rune", work, request.context().members(), "");
      Json output = tool.run(request.input(), call);
      return response(request, "ok", Optional.of(output), Optional.empty());
    } catch (ToolError e) {
      return response(
          request,
          "error",
          Optional.empty(),
          Optional.of(new ExecuteResponse.OwnError(e.code(), e.getMessage())));
    } catch (InterruptedException e) {
      return null;
    } finally {
      work.close();
    }
  }

  private static ExecuteResponse response(
      ExecuteRequest request,
      String status,
      Optional<Json> output,
      Optional<ExecuteResponse.OwnError> error) {
    return new ExecuteResponse("response", request.requestId(), status, output, error);
  }

  private void watch(Running.Work work) {
    running.awaitQuiet(QUICK_MILLIS);
    byte[] ignored = new byte[1 << 10];
    try {
      while (!running.isQuiet()) {
        if (in.read(ignored, 0, ignored.length) < 0) {
          running.awaitQuiet(Program.FINISH_MILLIS);
          work.cancel();
          running.awaitQuiet(Program.CANCEL_MILLIS);
          if (!running.isQuiet()) {
            out.giveUp();
          }
          return;
        }
      }
    } catch (IOException e) {
      // The program is about to end, or the host is gone in some other way.
    }
  }

  private void write(Json line) throws IOException {
    out.text(line + "\n");
  }
}
