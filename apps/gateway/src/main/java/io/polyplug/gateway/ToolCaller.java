package io.polyplug.gateway;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.PluginError;
import io.polyplug.host.PluginException;
import io.polyplug.host.Tool;
import io.polyplug.host.ToolCall;
import io.polyplug.host.ToolChannel;
import io.polyplug.host.ToolResult;
import io.polyplug.host.ToolStream;
import io.polyplug.mcp.protocol.MetaKeys;
import io.polyplug.mcp.server.ServerCall;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Calls a tool of a plugin for a client. Blocks; an interrupt cancels the call in the plugin. What
 * the plugin answers badly, or not at all, is a result that says so: the client's model can do
 * something about it.
 */
final class ToolCaller {
  private static final int MOST_ITEMS = 10_000;
  private static final long MOST_BYTES = 4L << 20;
  private static final int LONGEST_MESSAGE = 2_000;

  private ToolCaller() {}

  static Json call(Offered offered, Json arguments, ServerCall call) throws InterruptedException {
    List<Json> inputs = offered.input().inputs(arguments);
    Tool tool = offered.plugin().tool(offered.tool().name());
    try {
      return switch (offered.tool().kind()) {
        case UNARY -> result(tool.call(watched(ToolCall.of(inputs.getFirst()), call)), call);
        case STREAM -> {
          try (ToolStream stream = tool.stream(ToolCall.of(inputs.getFirst()))) {
            yield collect(stream, call);
          }
        }
        case CHANNEL -> {
          try (ToolChannel channel = tool.open(ToolCall.of(Json.EMPTY_OBJECT))) {
            inputs.forEach(channel::send);
            channel.closeInput();
            yield collect(channel, call);
          }
        }
      };
    } catch (PluginException failure) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      return failed(failure, call);
    }
  }

  /** The plugin's own progress becomes the client's. */
  private static ToolCall watched(ToolCall made, ServerCall call) {
    if (!call.wantsProgress()) {
      return made;
    }
    return made.withProgress(
        it ->
            call.progress(
                it.progress(), it.total(), UntrustedText.excerpt(it.message(), LONGEST_MESSAGE)));
  }

  private static Json result(ToolResult result, ServerCall call) {
    Json content = result.metadata().get("content");
    if (content == null || content.kind() != Json.Kind.ARRAY) {
      return Texts.result(result.output(), !result.ok());
    }
    Json data = result.metadata().getOrDefault("structuredContent", result.output());
    boolean told = result.metadata().containsKey("structuredContent") || isObject(data);
    return new PassedOn(content, told ? data : null, result.metadata().get(MetaKeys.META))
        .to(call, !result.ok());
  }

  private static boolean isObject(@Nullable Json value) {
    return value != null && value.kind() == Json.Kind.OBJECT;
  }

  private static Json failed(PluginException failure, ServerCall call) {
    Json whole = failure instanceof PluginError error ? error.data().orElse(null) : null;
    if (whole != null && isObject(whole)) {
      @Nullable Json[] found = JsonParts.find(whole, "content", "structuredContent", MetaKeys.META);
      if (found[0] != null && found[0].kind() == Json.Kind.ARRAY) {
        return new PassedOn(found[0], found[1], found[2]).to(call, true);
      }
    }
    return Texts.result(sentence(failure), true);
  }

  private static Json collect(ToolStream stream, ServerCall call) throws InterruptedException {
    List<Json> items = new ArrayList<>();
    long bytes = 0;
    int count = 0;
    while (true) {
      Optional<Json> next = stream.next();
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      if (next.isEmpty()) {
        break;
      }
      Json item = next.get();
      count++;
      bytes += item.length();
      if (items.size() < MOST_ITEMS && bytes <= MOST_BYTES) {
        items.add(item);
      }
      if (call.wantsProgress()) {
        call.progress(
            count,
            OptionalDouble.empty(),
            UntrustedText.excerpt(Texts.text(item), LONGEST_MESSAGE));
      }
    }
    int left = count - items.size();
    return Texts.result(items, left == 0 ? "" : "… and " + left + " more, too many to collect");
  }

  private static String sentence(PluginException failure) {
    return failure instanceof PluginError error
        ? (error.code().isEmpty() ? "" : error.code() + ": ") + error.text()
        : String.valueOf(failure.getMessage());
  }
}
