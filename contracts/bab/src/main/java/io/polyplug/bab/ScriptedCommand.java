package io.polyplug.bab;

import io.polyplug.bab.bridge.Adapter;
import io.polyplug.bab.bridge.AdapterFailure;
import io.polyplug.process.CommandResult;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A simple adapter's two functions.
 *
 * @param name the plugin's, for people
 */
record ScriptedCommand(String name, Adapter adapter) implements CommandMaker {
  @Override
  public CommandPlan plan(RunInput input, Duration limit)
      throws DelegateFailure, InterruptedException {
    try {
      return CommandPlan.read(adapter.call("buildCommand", List.of(input.toJson()), limit));
    } catch (AdapterFailure e) {
      throw failure(e, limit);
    }
  }

  @Override
  public Parsed parse(CommandResult result, RunInput input, Duration limit)
      throws DelegateFailure, InterruptedException {
    try {
      return read(
          adapter.call("parseResult", List.of(ExitFacts.toJson(result), input.toJson()), limit));
    } catch (AdapterFailure e) {
      throw failure(e, limit);
    }
  }

  private static Parsed read(Json returned) throws DelegateFailure {
    if (returned.kind() != Json.Kind.OBJECT) {
      throw DelegateFailure.execution(
          "parseResult() must return an object with content and metadata");
    }
    @Nullable Json[] members = JsonParts.find(returned, "content", "metadata");
    @Nullable Json content = members[0];
    @Nullable Json metadata = members[1];
    if (content != null && content.kind() != Json.Kind.STRING && content.kind() != Json.Kind.NULL) {
      throw DelegateFailure.execution("parseResult() must return content as a string");
    }
    @Nullable String text = content == null ? null : content.stringValue();
    return new Parsed(
        text == null ? "" : text,
        metadata == null || metadata.kind() != Json.Kind.OBJECT ? Json.EMPTY_OBJECT : metadata);
  }

  /**
   * A function that had less than its own limit has used up its caller's time, and so the run's.
   */
  private DelegateFailure failure(AdapterFailure e, Duration limit) {
    boolean callers = limit.compareTo(PluginLoader.FUNCTION_LIMIT) < 0;
    return e.kind() == AdapterFailure.Kind.TOO_LONG && callers
        ? RunDesk.timedOut(name)
        : failure(e);
  }

  /** What a caller is told of a function that gave nothing. */
  static DelegateFailure failure(AdapterFailure e) {
    return switch (e.kind()) {
      case THREW -> DelegateFailure.thrown(e.getMessage());
      case THREW_VALUE -> DelegateFailure.thrownValue();
      case NO_RUNTIME -> new DelegateFailure(DelegateError.CONFIGURATION, e.getMessage());
      case NOT_LOADED, TOO_LONG, GONE -> DelegateFailure.execution(e.getMessage());
    };
  }
}
