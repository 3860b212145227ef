package io.polyplug.bab;

import io.polyplug.bab.bridge.Adapter;
import io.polyplug.base.Clock;
import io.polyplug.base.Deadline;
import io.polyplug.host.PluginInfo;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Makes one run after the other, any number at once: role, input, command or legacy adapter,
 * events, answer. A run is made on the thread that asks for it, and an interrupt of that thread
 * cancels it.
 */
final class RunDesk {
  private final PluginInfo info;
  private final BabHost host;
  private final CommandRuns commands;
  private final LegacyRuns legacy;
  private final Clock clock;

  RunDesk(PluginInfo info, BabHost host, CommandRuns commands, Clock clock) {
    this.info = info;
    this.host = host;
    this.commands = commands;
    this.legacy = new LegacyRuns(clock);
    this.clock = clock;
  }

  DelegateResult run(LoadedPlugin plugin, DelegateRequest request, String runId)
      throws DelegateFailure, InterruptedException {
    Deadline deadline =
        request.timeout().map(limit -> Deadline.in(limit, clock)).orElse(Deadline.NEVER);
    CollectedEvents events =
        switch (plugin.way()) {
          case Way.Missing(String message) ->
              throw new DelegateFailure(DelegateError.CONFIGURATION, message);
          case Way.Plain(PlainDelegate plain) ->
              commands.run(
                  plugin.manifest(),
                  new PlainCommand(plugin.manifest().name(), plain),
                  input(plugin, request, runId),
                  deadline);
          case Way.Scripted(HeldAdapter held) ->
              scripted(plugin, held.adapter(), request, runId, deadline);
        };
    return answer(events, request.role(), runId);
  }

  private CollectedEvents scripted(
      LoadedPlugin plugin,
      Adapter adapter,
      DelegateRequest request,
      String runId,
      Deadline deadline)
      throws DelegateFailure, InterruptedException {
    return switch (adapter.mode()) {
      case NONE ->
          throw new DelegateFailure(DelegateError.CONFIGURATION, Sentences.noAdapter(info.id()));
      case SIMPLE ->
          commands.run(
              plugin.manifest(),
              new ScriptedCommand(plugin.manifest().name(), adapter),
              input(plugin, request, runId),
              deadline);
      case LEGACY ->
          legacy.run(plugin.manifest().name(), adapter, input(plugin, request, runId), deadline);
    };
  }

  RunInput input(LoadedPlugin plugin, DelegateRequest request, String runId)
      throws DelegateFailure {
    return new RunInput(
        request.prompt(),
        Roles.resolve(plugin.manifest(), plugin.folder(), request.role()),
        runId,
        plugin.environment(),
        request.workingDirectory().orElse(host.folder().toString()));
  }

  private DelegateResult answer(CollectedEvents events, String role, String runId)
      throws DelegateFailure {
    AnswerText text = AnswerText.of(events.text());
    Map<String, Json> metadata = AnswerMetadata.sanitized(withErrors(events));
    metadata.put("done_event_count", Json.parse("1"));
    metadata.put("event_count", Json.parse(String.valueOf(events.count())));
    metadata.put("plugin_id", Json.string(info.id()));
    metadata.put("role", Json.string(role));
    metadata.put("run_id", Json.string(runId));
    text.summary().ifPresent(summary -> metadata.put("summary", Json.string(summary)));
    return new DelegateResult(text.content(), object(metadata), runId);
  }

  private static Json withErrors(CollectedEvents events) {
    if (events.errors().isEmpty()) {
      return events.metadata();
    }
    Map<String, Json> members = new LinkedHashMap<>(JsonParts.members(events.metadata()));
    members.put(
        "error_events",
        Json.write(
            out -> {
              out.writeStartArray();
              events.errors().forEach(out::writeString);
              out.writeEndArray();
            }));
    return object(members);
  }

  static Json object(Map<String, Json> members) {
    return Json.object(
        out ->
            members.forEach(
                (name, value) -> {
                  out.writeName(JsText.wellFormed(name));
                  value.writeTo(out);
                }));
  }

  /** The shorter of what a function may take and what is left for everything. */
  static Duration limit(Duration own, Deadline deadline) {
    Duration left = deadline.left();
    return left.compareTo(own) < 0 ? left : own;
  }

  static DelegateFailure timedOut(String name) {
    return new DelegateFailure(DelegateError.TIMEOUT, name + " timed out");
  }
}
