package io.polyplug.bab;

import io.polyplug.process.CommandResult;
import io.polyplug.wire.InvalidJson;
import io.polyplug.wire.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A command as a manifest describes it, without an adapter. */
record PlainCommand(String name, PlainDelegate delegate) implements CommandMaker {
  private static final int STDERR_SHOWN = 2000;

  @Override
  public CommandPlan plan(RunInput input, Duration limit) {
    List<String> args = new ArrayList<>();
    for (Template template : delegate.args()) {
      if (template.isFlags()) {
        args.addAll(input.role().flags());
      } else {
        args.add(template.fill(input));
      }
    }
    return new CommandPlan(
        args,
        Optional.empty(),
        Optional.empty(),
        delegate.stdin().map(template -> template.fill(input)),
        delegate.timeout());
  }

  @Override
  public Parsed parse(CommandResult result, RunInput input, Duration limit) throws DelegateFailure {
    ExitFacts exit = ExitFacts.of(result);
    if (exit.code() == null || !delegate.successExitCodes().contains(exit.code())) {
      String stderr = JsText.trim(result.stderr());
      String tail =
          JsText.wellFormed(stderr.substring(Math.max(0, stderr.length() - STDERR_SHOWN)));
      throw DelegateFailure.execution(
          name + " " + exit.sentence() + (tail.isEmpty() ? "" : ": " + tail));
    }
    return switch (delegate.answer()) {
      case AnswerRule.WholeText _ -> new Parsed(JsText.trim(result.stdout()), Json.EMPTY_OBJECT);
      case AnswerRule.InJson(JsonPointer place) -> inJson(result.stdout(), place);
      case AnswerRule.InLines(JsonPointer place) -> inLines(result.stdout(), place);
    };
  }

  private Parsed inJson(String stdout, JsonPointer place) throws DelegateFailure {
    Json whole;
    try {
      whole = Json.parse(stdout);
    } catch (InvalidJson e) {
      throw DelegateFailure.execution(name + " did not write JSON: " + e.getMessage());
    }
    Optional<Json> answer = place.in(whole);
    if (answer.isEmpty()) {
      throw missing(place);
    }
    return new Parsed(text(answer.get()), metadata(List.of(whole)));
  }

  private Parsed inLines(String stdout, JsonPointer place) throws DelegateFailure {
    List<Json> lines = new ArrayList<>();
    stdout
        .lines()
        .filter(line -> !line.isBlank())
        .forEach(
            line -> {
              try {
                lines.add(Json.parse(line));
              } catch (InvalidJson noise) {
                // Programs print other things, too.
              }
            });
    List<String> answers = new ArrayList<>();
    lines.forEach(line -> place.in(line).ifPresent(answer -> answers.add(text(answer))));
    if (answers.isEmpty()) {
      throw missing(place);
    }
    return new Parsed(String.join("\n\n", answers), metadata(lines));
  }

  private DelegateFailure missing(JsonPointer place) {
    return DelegateFailure.execution("The output of " + name + " has nothing at \"" + place + '"');
  }

  private Json metadata(List<Json> values) {
    return Json.object(
        out ->
            delegate
                .metadata()
                .forEach(
                    (key, place) ->
                        values.reversed().stream()
                            .flatMap(value -> place.in(value).stream())
                            .findFirst()
                            .ifPresent(
                                found -> {
                                  out.writeName(key);
                                  found.compact().writeTo(out);
                                })));
  }

  private static String text(Json value) {
    @Nullable String text = value.stringValue();
    return text == null ? value.toString() : JsText.wellFormed(text);
  }
}
