package io.polyplug.own;

import io.polyplug.base.Clock;
import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.Greeting;
import io.polyplug.host.PluginException;
import io.polyplug.host.Session;
import io.polyplug.host.ToolCall;
import io.polyplug.host.ToolInfo;
import io.polyplug.host.ToolQuery;
import io.polyplug.host.ToolResult;
import io.polyplug.own.protocol.RemoteMethod;
import io.polyplug.wire.Json;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

/**
 * One running plugin with the methods of its interface as tools. An answer that comes too late is
 * dropped, and the plugin goes on.
 */
final class OwnSession implements Session {
  private final OwnDefinition definition;
  private final OwnLink link;
  private final Greeting greeting;
  private final Clock clock;

  OwnSession(OwnDefinition definition, OwnLink link, Greeting greeting, Clock clock) {
    this.definition = definition;
    this.link = link;
    this.greeting = greeting;
    this.clock = clock;
  }

  @Override
  public String plugin() {
    return link.id();
  }

  @Override
  public List<ToolInfo> tools(ToolQuery query) {
    return definition.contract().table().tools();
  }

  @Override
  public ToolResult call(String tool, ToolCall call) {
    RemoteMethod method = definition.contract().methods().method(tool);
    if (method == null) {
      throw failed(FailureCode.TOOL_NOT_EXPOSED, "its contract has no method " + tool);
    }
    Json arguments = arguments(method, call.input());
    long from = clock.nanoTime();
    Json output = Json.NULL;
    if (method.isNotification()) {
      link.tell(tool, arguments);
    } else {
      Duration limit = definition.timeout();
      output =
          link.call(
              tool, arguments, call.timeout().filter(it -> it.compareTo(limit) < 0).orElse(limit));
    }
    return ToolResult.ok(output, Duration.ofNanos(clock.nanoTime() - from));
  }

  private Json arguments(RemoteMethod method, Json input) {
    try {
      return MethodTable.arguments(method, input);
    } catch (IllegalArgumentException e) {
      throw failed(FailureCode.INVALID_INPUT, String.valueOf(e.getMessage()));
    }
  }

  private PluginException failed(FailureCode code, String sentence) {
    return new Failure(code, plugin(), sentence).thrown();
  }

  @Override
  public OptionalLong pid() {
    return OptionalLong.of(link.pid());
  }

  @Override
  public Optional<Greeting> greeting() {
    return Optional.of(greeting);
  }

  @Override
  public CompletionStage<Failure> ended() {
    return link.gone();
  }

  @Override
  public void close() {
    link.shutDown();
  }
}
