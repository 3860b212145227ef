package io.polyplug.gateway;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.PluginError;
import io.polyplug.host.PluginException;
import io.polyplug.host.Tool;
import io.polyplug.host.ToolCall;
import io.polyplug.host.ToolChannel;
import io.polyplug.host.ToolResult;
import io.polyplug.host.ToolStream;
import io.polyplug.mcp.server.ServerCall;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
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

  private static final byte[] CONTENT = ascii("{\"content\":");
  private static final byte[] STRUCTURED = ascii(",\"structuredContent\":");
  private static final byte[] GOOD = ascii(",\"isError\":false}");
  private static final byte[] FAILED = ascii(",\"isError\":true}");

  private ToolCaller() {}

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  static Json call(Offered offered, Json arguments, ServerCall call) throws InterruptedException {
    List<Json> inputs = offered.input().inputs(arguments);
    Tool tool = offered.plugin().tool(offered.tool().name());
    try {
      return switch (offered.tool().kind()) {
        case UNARY -> result(tool.call(watched(ToolCall.of(inputs.getFirst()), call)));
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
      return failed(failure);
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

  private static Json result(ToolResult result) {
    Optional<Json> content =
        Optional.ofNullable(result.metadata().get("content"))
            .filter(it -> it.kind() == Json.Kind.ARRAY);
    return content.isPresent()
        ? passedOn(content.get(), Optional.of(result.output()), !result.ok())
        : Texts.result(result.output(), !result.ok());
  }

  private static Json failed(PluginException failure) {
    Optional<Json> whole =
        failure instanceof PluginError error
            ? error.data().filter(it -> it.kind() == Json.Kind.OBJECT)
            : Optional.empty();
    if (whole.isPresent()) {
      @Nullable Json[] found = JsonParts.find(whole.get(), "content", "structuredContent");
      if (found[0] != null && found[0].kind() == Json.Kind.ARRAY) {
        return passedOn(found[0], Optional.ofNullable(found[1]), true);
      }
    }
    return Texts.result(sentence(failure), true);
  }

  /**
   * What a plugin gave in this protocol's own form stays as it is: images, links, and so on. It is
   * JSON already, so it is joined as bytes.
   */
  private static Json passedOn(Json content, Optional<Json> structured, boolean isError) {
    Json list = content.compact();
    Json data =
        structured.filter(it -> it.kind() == Json.Kind.OBJECT).map(Json::compact).orElse(null);
    byte[] tail = isError ? FAILED : GOOD;
    int room = data == null ? 0 : STRUCTURED.length + data.length();
    byte[] all = Arrays.copyOf(CONTENT, CONTENT.length + list.length() + room + tail.length);
    int at = CONTENT.length;
    list.copyTo(all, at);
    at += list.length();
    if (data != null) {
      System.arraycopy(STRUCTURED, 0, all, at, STRUCTURED.length);
      data.copyTo(all, at + STRUCTURED.length);
      at += room;
    }
    System.arraycopy(tail, 0, all, at, tail.length);
    return Json.ofTrusted(all);
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
