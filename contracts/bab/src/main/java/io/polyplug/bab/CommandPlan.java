package io.polyplug.bab;

import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The command of one run (section 10).
 *
 * @param command instead of the manifest's
 * @param env instead of the input's, entirely
 * @param timeout instead of the default
 */
public record CommandPlan(
    List<String> args,
    Optional<String> command,
    Optional<Map<String, String>> env,
    Optional<String> stdin,
    Optional<Duration> timeout) {
  private static final double LONGEST_MS = 1e12;

  public CommandPlan {
    args = List.copyOf(args);
    env = env.map(it -> Collections.unmodifiableMap(new LinkedHashMap<>(it)));
  }

  /** Reads what an adapter's {@code buildCommand} returned. */
  static CommandPlan read(Json returned) throws DelegateFailure {
    if (returned.kind() != Json.Kind.OBJECT) {
      throw wrong("an object with args");
    }
    Map<String, Json> members = JsonParts.members(returned);
    return new CommandPlan(
        args(members.get("args")),
        text(members, "command"),
        env(members.get("env")),
        text(members, "stdin"),
        timeout(members.get("timeoutMs")));
  }

  private static List<String> args(@Nullable Json value) throws DelegateFailure {
    if (value == null || value.kind() != Json.Kind.ARRAY) {
      throw wrong("args, a list of strings");
    }
    List<String> args = new ArrayList<>();
    for (Json element : JsonParts.elements(value)) {
      @Nullable String text = element.stringValue();
      if (text == null) {
        throw wrong("args, a list of strings");
      }
      args.add(JsText.wellFormed(text));
    }
    return args;
  }

  private static Optional<String> text(Map<String, Json> members, String name)
      throws DelegateFailure {
    @Nullable Json value = members.get(name);
    if (value == null || value.kind() == Json.Kind.NULL) {
      return Optional.empty();
    }
    @Nullable String text = value.stringValue();
    if (text == null) {
      throw wrong(name + " as a string");
    }
    return Optional.of(JsText.wellFormed(text));
  }

  private static Optional<Map<String, String>> env(@Nullable Json value) throws DelegateFailure {
    if (value == null || value.kind() == Json.Kind.NULL) {
      return Optional.empty();
    }
    if (value.kind() != Json.Kind.OBJECT) {
      throw wrong("env as an object of strings");
    }
    Map<String, String> env = new LinkedHashMap<>();
    for (Map.Entry<String, Json> member : JsonParts.members(value).entrySet()) {
      @Nullable String text = member.getValue().stringValue();
      if (text == null) {
        throw wrong("env as an object of strings");
      }
      env.put(JsText.wellFormed(member.getKey()), JsText.wellFormed(text));
    }
    return Optional.of(env);
  }

  /** JSON has no numbers that are not finite: they come as null. */
  private static Optional<Duration> timeout(@Nullable Json value) throws DelegateFailure {
    if (value == null) {
      return Optional.empty();
    }
    double milliseconds =
        value.kind() == Json.Kind.NUMBER ? Double.parseDouble(value.toString()) : 0;
    if (!(milliseconds > 0) || Double.isInfinite(milliseconds)) {
      throw wrong("timeoutMs as a finite number of more than zero");
    }
    double bounded = Math.min(milliseconds, LONGEST_MS);
    return Optional.of(Duration.ofNanos(Math.max(1, (long) (bounded * 1_000_000))));
  }

  private static DelegateFailure wrong(String expected) {
    return DelegateFailure.execution("buildCommand() must return " + expected);
  }
}
