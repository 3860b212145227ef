package io.polyplug.testkit;

import io.polyplug.wire.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Function;

/** What a {@link FakePlugin} does when something is asked of it. Immutable. */
public sealed interface Reaction {
  /** What a good plugin does. */
  record Usual() implements Reaction {}

  /** A result, made of the params; for rune's request the output, made of the whole request. */
  record Answer(Function<Json, Json> result) implements Reaction {}

  /** An error of the plugin. */
  record Fail(int code, String message) implements Reaction {}

  /** Nothing, ever. */
  record Silence() implements Reaction {}

  /** The process ends with this code. */
  record Crash(int code) implements Reaction {}

  /** These bytes, as they are. */
  record Raw(byte[] bytes) implements Reaction {}

  /** The first half of an answer with this result, and nothing more. */
  record HalfFrame(Json result) implements Reaction {}

  /** Another one after so much virtual time. */
  record Late(Duration delay, Reaction then) implements Reaction {}

  /** One and then the other. */
  record Both(Reaction first, Reaction second) implements Reaction {}

  /** What a good plugin does. */
  static Reaction usual() {
    return new Usual();
  }

  /** Answers with this result. */
  static Reaction answer(Json result) {
    return new Answer(_ -> result);
  }

  /** Answers with what is made of the params. */
  static Reaction answer(Function<Json, Json> result) {
    return new Answer(result);
  }

  /** Answers with an error. */
  static Reaction fail(int code, String message) {
    return new Fail(code, message);
  }

  /** Does not answer. */
  static Reaction silence() {
    return new Silence();
  }

  /** Ends the process. */
  static Reaction crash(int code) {
    return new Crash(code);
  }

  /** Writes what is no frame. */
  static Reaction garbage(String text) {
    return new Raw(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Begins to answer, and stops in the middle of it. */
  static Reaction halfFrame() {
    return new HalfFrame(Json.string("this is only half of what was to be said"));
  }

  /** Does what it would do, but after so much virtual time. */
  static Reaction after(Duration delay, Reaction then) {
    return new Late(delay, then);
  }

  /** And then something else. */
  default Reaction then(Reaction second) {
    return new Both(this, second);
  }
}
