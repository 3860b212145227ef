package io.polyplug.rune;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.HostEvent;
import io.polyplug.host.InstanceContext;
import io.polyplug.host.PluginError;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.Session;
import io.polyplug.host.ToolCall;
import io.polyplug.host.ToolInfo;
import io.polyplug.host.ToolKind;
import io.polyplug.host.ToolQuery;
import io.polyplug.host.ToolResult;
import io.polyplug.process.LaunchFailure;
import io.polyplug.rune.protocol.ExecuteRequest;
import io.polyplug.rune.protocol.ExecuteResponse;
import io.polyplug.rune.protocol.HandshakeRequest;
import io.polyplug.rune.protocol.HandshakeResponse;
import io.polyplug.rune.protocol.MalformedLine;
import io.polyplug.rune.protocol.RuneCaller;
import io.polyplug.rune.protocol.WhiteSpace;
import io.polyplug.wire.Json;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One invocation of a rune plugin: one handshake and one execute, in one process of its own, which
 * is started by the call itself because its time counts from just before the start (section 6).
 */
final class RuneSession implements Session {
  private static final SecureRandom RANDOM = new SecureRandom();

  private final RuneBinding binding;
  private final InstanceContext context;
  private final CompletableFuture<Failure> ended = new CompletableFuture<>();
  private @Nullable Invocation current;
  private boolean closed;

  RuneSession(RuneBinding binding, InstanceContext context) {
    this.binding = binding;
    this.context = context;
  }

  @Override
  public String plugin() {
    return id();
  }

  @Override
  public ToolResult call(String tool, ToolCall call) {
    if (WhiteSpace.isBlank(tool)) {
      throw new Failure(FailureCode.INVALID_INPUT, id(), "the name of the tool is blank").thrown();
    }
    for (String name : call.context().keySet()) {
      if (!RuneCaller.NAMES.contains(name)) {
        throw new Failure(
                FailureCode.INVALID_INPUT,
                id(),
                "the context has no member \"%s\": expected one of %s"
                    .formatted(
                        UntrustedText.excerpt(name, 80), String.join(", ", RuneCaller.NAMES)))
            .thrown();
      }
    }
    long from = context.clock().nanoTime();
    RuneTimes times = call.timeout().map(binding.times()::within).orElse(binding.times());
    try (Invocation invocation = begin(times)) {
      shakeHands(invocation, Optional.of(tool));
      String requestId = newRequestId();
      invocation.send(
          new ExecuteRequest(requestId, tool, new RuneCaller(call.context()), call.input())
              .toJson());
      Json output = output(invocation, requestId);
      invocation.awaitGoodEnd();
      return ToolResult.ok(output, Duration.ofNanos(context.clock().nanoTime() - from));
    }
  }

  @Override
  public List<ToolInfo> tools(ToolQuery query) {
    ToolMemory memory = ToolMemory.of(binding, allowed(), context.store());
    Optional<List<String>> remembered = query.fresh() ? Optional.empty() : memory.recall();
    return remembered.orElseGet(() -> askForTools(query, memory)).stream()
        .map(name -> new ToolInfo(name, "", ToolInfo.ANY_OBJECT, ToolKind.UNARY))
        .toList();
  }

  private List<String> askForTools(ToolQuery query, ToolMemory memory) {
    RuneTimes times = query.timeout().map(binding.times()::within).orElse(binding.times());
    try (Invocation invocation = begin(times)) {
      HandshakeResponse response = shakeHands(invocation, Optional.empty());
      invocation.dismiss();
      List<String> tools = response.manifest().orElseThrow().exposedTools();
      memory.remember(tools);
      return tools;
    }
  }

  private Invocation begin(RuneTimes times) {
    var spec = RuneProgram.specification(binding, context.events());
    try {
      // What the host does once is no part of any plugin's time.
      context.spawner().prepare();
    } catch (LaunchFailure e) {
      throw PluginFailure.notLaunched(id(), e);
    }
    Invocation invocation = new Invocation(id(), times, context.clock(), this::tap);
    synchronized (this) {
      current = invocation;
      if (closed) {
        invocation.cancel();
      }
    }
    try {
      invocation.launch(context.spawner(), spec);
      return invocation;
    } catch (RuntimeException | Error failure) {
      invocation.close();
      throw failure;
    }
  }

  private void tap(HostEvent.Direction direction, byte[] line) {
    context.events().frame(binding.info().key(), direction, line);
  }

  private HandshakeResponse shakeHands(Invocation invocation, Optional<String> tool) {
    boolean heard = invocation.send(new HandshakeRequest(binding.protocol()).toJson());
    HandshakeResponse response;
    try {
      response = HandshakeResponse.read(invocation.handshakeLine());
    } catch (MalformedLine e) {
      throw invocation.malformed(e.problem() + ", instead of a handshake");
    }
    new HandshakeCheck(id(), binding.protocol(), allowed())
        .violation(response, tool)
        .ifPresent(
            violation -> {
              throw invocation.failure(violation);
            });
    if (!heard) {
      throw invocation.failure(
          FailureCode.CRASHED, "it closed its input before it was asked anything");
    }
    return response;
  }

  private Json output(Invocation invocation, String requestId) {
    ExecuteResponse response;
    try {
      response = ExecuteResponse.read(invocation.responseLine());
    } catch (MalformedLine e) {
      throw invocation.malformed(e.problem() + ", instead of a response");
    }
    new ResponseCheck(requestId)
        .violation(response)
        .ifPresent(
            violation -> {
              throw invocation.failure(FailureCode.MALFORMED_RESPONSE, violation);
            });
    if (response.error().isPresent()) {
      ExecuteResponse.OwnError error = response.error().get();
      throw new PluginError(id(), error.code(), error.message(), null);
    }
    return response.output().orElse(Json.EMPTY_OBJECT);
  }

  private Set<String> allowed() {
    return context.grants().inForce(id(), binding.capabilities());
  }

  private String id() {
    return binding.info().id();
  }

  private static String newRequestId() {
    byte[] random = new byte[8];
    RANDOM.nextBytes(random);
    return "plugin_req_" + HexFormat.of().formatHex(random);
  }

  @Override
  public CompletionStage<Failure> ended() {
    return ended;
  }

  @Override
  public void close() {
    Invocation running;
    synchronized (this) {
      closed = true;
      running = current;
    }
    if (running != null) {
      running.cancel();
      running.close();
    }
    ended.complete(new Failure(FailureCode.UNAVAILABLE, id(), "the call is over"));
  }
}
