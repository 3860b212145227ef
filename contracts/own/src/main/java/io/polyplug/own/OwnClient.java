package io.polyplug.own;

import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.Plugin;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.ToolCall;
import io.polyplug.own.MethodTable.Bound;
import io.polyplug.own.protocol.RemoteMethod;
import io.polyplug.wire.Json;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** Calls the methods of a plugin with values of Java. Safe from any thread. */
record OwnClient(Plugin plugin, MethodTable methods) {
  @Nullable Object call(RemoteMethod method, List<@Nullable Object> arguments) {
    Bound bound = Objects.requireNonNull(methods.get(method.name()));
    Json answer = plugin.tool(method.name()).call(ToolCall.of(written(method, arguments))).output();
    if (bound.result() == null) {
      return null;
    }
    try {
      return JsonValues.read(bound.result(), answer);
    } catch (JacksonException e) {
      throw failed(FailureCode.MALFORMED_RESPONSE, MethodTable.sentence(method, e), e);
    }
  }

  private Json written(RemoteMethod method, List<@Nullable Object> arguments) {
    try {
      return JsonValues.write(arguments);
    } catch (RuntimeException e) {
      String sentence =
          "the arguments of " + method.name() + " cannot be written as JSON: " + e.getMessage();
      throw failed(FailureCode.INVALID_INPUT, sentence, e);
    }
  }

  private PluginFailure failed(FailureCode code, String sentence, Throwable cause) {
    return new PluginFailure(new Failure(code, plugin.info().id(), sentence), cause);
  }
}
