package io.polyplug.bab;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How to run a command and read its answer without an adapter: the key {@code delegate} of a
 * manifest. Used only where there is no {@code adapter.ts}.
 *
 * @param args the command's arguments; {@code {flags}} stands for as many as it takes
 * @param stdin what is written to its standard input
 * @param answer where the answer is
 * @param metadata what else of the output the caller gets, by name; of lines, the last that has it
 * @param timeout instead of the default
 * @param successExitCodes any other code, or a signal, fails the run
 */
public record PlainDelegate(
    List<Template> args,
    Optional<Template> stdin,
    AnswerRule answer,
    Map<String, JsonPointer> metadata,
    Optional<Duration> timeout,
    Set<Integer> successExitCodes) {
  public PlainDelegate {
    args = List.copyOf(args);
    metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
    successExitCodes = Set.copyOf(successExitCodes);
  }
}
