package io.polyplug.monorepo.adapters;

import io.polyplug.process.CommandResult;
import io.polyplug.process.LaunchFailure;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/**
 * Runs each probe once, in the thread that asks first; others wait for it. Different probes run at
 * once. A probe that takes too long is ended and has no answer.
 */
public final class CommandProbes implements Probes {
  /** No tool thinks longer about its version, even if it fetches itself first. */
  public static final Duration LIMIT = Duration.ofSeconds(30);

  private record Answer(String stdout, String stderr) {}

  private final ConcurrentMap<List<String>, FutureTask<Optional<Answer>>> probes =
      new ConcurrentHashMap<>();
  private final ToolHost host;
  private final ToolRunner runner;
  private final Duration limit;

  public CommandProbes(ToolHost host, Duration limit) {
    this.host = host;
    this.runner = new ToolRunner(host);
    this.limit = limit;
  }

  @Override
  public Optional<String> version(String... command) {
    Optional<Answer> answer = answer(List.of(command));
    return answer.isEmpty() ? Optional.empty() : text(answer.get().stdout());
  }

  @Override
  public Optional<String> versionOnStderr(String... command) {
    Optional<Answer> answer = answer(List.of(command));
    if (answer.isEmpty()) {
      return Optional.empty();
    }
    Optional<String> told = text(answer.get().stderr());
    return told.isPresent() ? told : text(answer.get().stdout());
  }

  private static Optional<String> text(String output) {
    String trimmed = output.strip();
    return trimmed.isEmpty() ? Optional.empty() : Optional.of(trimmed);
  }

  private Optional<Answer> answer(List<String> command) {
    FutureTask<Optional<Answer>> mine = new FutureTask<>(() -> run(command));
    @Nullable FutureTask<Optional<Answer>> earlier = probes.putIfAbsent(command, mine);
    FutureTask<Optional<Answer>> probe = earlier == null ? mine : earlier;
    if (earlier == null) {
      mine.run();
    }
    try {
      return probe.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    } catch (ExecutionException e) {
      probes.remove(command, probe);
      if (!(e.getCause() instanceof InterruptedException)) {
        throw new IllegalStateException("a probe ended in an unforeseen way", e.getCause());
      }
      // The thread that ran it was interrupted: whoever asks next begins anew.
      if (earlier == null) {
        Thread.currentThread().interrupt();
      }
      return Optional.empty();
    }
  }

  private Optional<Answer> run(List<String> command) throws InterruptedException {
    if (!runner.has(command.getFirst())) {
      return Optional.empty();
    }
    try {
      CommandResult result = runner.run(command, host.folder(), Map.of(), limit);
      boolean good =
          !result.timedOut() && result.status().isPresent() && result.status().get().isSuccess();
      return good ? Optional.of(new Answer(result.stdout(), result.stderr())) : Optional.empty();
    } catch (LaunchFailure e) {
      return Optional.empty();
    }
  }
}
