package io.polyplug.bab;

import io.polyplug.base.Clock;
import io.polyplug.base.Deadline;
import io.polyplug.process.CommandResult;
import io.polyplug.process.CommandRunner;
import io.polyplug.process.Environment;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.ProgramLookup;
import io.polyplug.process.Spawner;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import tools.jackson.core.JsonGenerator;

/**
 * Runs the commands of one plugin (sections 10 and 11). One for all lives of the plugin, because
 * how many processes run at once is counted over all of them. Safe from any thread.
 */
final class CommandRuns {
  private static final int KEPT = 1_000_000;
  private static final Duration AFTER_EXIT = Duration.ofMillis(500);

  private final String plugin;
  private final BabHost host;
  private final Duration timeout;
  private final CommandRunner runner;
  private final Clock clock;

  CommandRuns(
      String plugin,
      BabHost host,
      BabSettings settings,
      BabOptions options,
      Spawner spawner,
      Clock clock) {
    this.plugin = plugin;
    this.host = host;
    this.timeout = options.timeout().orElse(settings.timeout());
    this.clock = clock;
    this.runner =
        new CommandRunner(
            spawner,
            new CommandRunner.Limits(
                settings.concurrent(), KEPT, CommandRunner.Keep.LAST, options.grace(), AFTER_EXIT),
            clock);
  }

  /** Ends a run by TERM, then KILL; completes when it is gone, at once for an unknown one. */
  CompletableFuture<Void> cancel(String runId) {
    return runner.cancel(runId);
  }

  CollectedEvents run(BabManifest manifest, CommandMaker maker, RunInput input, Deadline deadline)
      throws DelegateFailure, InterruptedException {
    CommandPlan plan = maker.plan(input, RunDesk.limit(PluginLoader.FUNCTION_LIMIT, deadline));
    CommandResult result = execute(manifest, plan, input, deadline);
    if (result.cancelled()) {
      throw DelegateFailure.cancelled();
    }
    if (result.timedOut()) {
      throw RunDesk.timedOut(manifest.name());
    }
    CommandMaker.Parsed parsed =
        maker.parse(result, input, RunDesk.limit(PluginLoader.FUNCTION_LIMIT, deadline));
    CollectedEvents events = new CollectedEvents();
    events.add(output(input, parsed.content()));
    events.add(done(input, parsed.metadata(), result));
    return events;
  }

  private CommandResult execute(
      BabManifest manifest, CommandPlan plan, RunInput input, Deadline deadline)
      throws DelegateFailure, InterruptedException {
    try {
      ProcessSpec spec = spec(manifest, plan, input);
      Duration limit = RunDesk.limit(plan.timeout().orElse(timeout), deadline);
      return runner.runGracefully(input.runId(), spec, plan.stdin().orElse(null), limit);
    } catch (LaunchFailure | CommandRunner.Refused e) {
      throw DelegateFailure.execution(String.valueOf(e.getMessage()));
    } catch (InvalidPathException e) {
      throw DelegateFailure.execution("The working directory cannot be the name of a folder");
    } catch (IllegalArgumentException e) {
      // What no process can be given, such as a NUL character in an argument.
      throw DelegateFailure.execution("The command cannot be run: " + e.getMessage());
    }
  }

  /** The program is found on the host's PATH, whatever the child's environment is. */
  private ProcessSpec spec(BabManifest manifest, CommandPlan plan, RunInput input)
      throws LaunchFailure {
    Path program =
        new ProgramLookup(host.folder(), host.environment().getOrDefault("PATH", ""))
            .find(plan.command().orElse(manifest.command()));
    return ProcessSpec.of(program)
        .arguments(plan.args())
        .folder(host.folder().resolve(input.workingDirectory()).normalize())
        .environment(Environment.empty().withAll(plan.env().orElse(input.env())))
        .build();
  }

  private Json output(RunInput input, String content) {
    return Json.object(
        out -> {
          common(out, input, "output");
          out.writeStringProperty("content", JsText.wellFormed(content));
          out.writeStringProperty("content_type", "markdown");
        });
  }

  /** What the host knows of the process wins over equal keys of the adapter. */
  private Json done(RunInput input, Json metadata, CommandResult result) {
    return Json.object(
        out -> {
          common(out, input, "done");
          out.writeName("metadata");
          if (metadata.compact().equals(AnswerMetadata.NOT_SERIALIZABLE)) {
            metadata.writeTo(out);
            return;
          }
          Map<String, Json> members = new LinkedHashMap<>(JsonParts.members(metadata));
          members.putAll(JsonParts.members(facts(result)));
          RunDesk.object(members).writeTo(out);
        });
  }

  private static Json facts(CommandResult result) {
    return Json.object(
        out -> {
          out.writeNumberProperty("duration_ms", result.duration().toMillis());
          ExitFacts.of(result).write(out, "exit_code", "signal");
          out.writeBooleanProperty("timed_out", result.timedOut());
        });
  }

  private void common(JsonGenerator out, RunInput input, String type) {
    out.writeStringProperty("type", type);
    out.writeStringProperty("run_id", input.runId());
    out.writeStringProperty("provider_id", plugin);
    out.writeStringProperty("timestamp", clock.now().toString());
  }
}
