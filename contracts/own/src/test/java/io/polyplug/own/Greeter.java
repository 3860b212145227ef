package io.polyplug.own;

import io.polyplug.own.protocol.Notification;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the plugins of the tests do. */
public interface Greeter {
  /** A word and how often it was said. */
  record Word(String text, long times, Optional<Mood> mood) {}

  /** How it was said. */
  enum Mood {
    CALM,
    LOUD;

    @Override
    public String toString() {
      return "in a mood";
    }
  }

  String greet(String name);

  /** What {@link Crowd#shout} says to the text. */
  String relay(String text);

  /** What {@link Crowd#letters} says to the text. */
  int count(String text);

  Map<String, Long> tally(List<Word> words);

  Optional<String> find(String key);

  long process();

  void crash();

  /** Never returns by itself. */
  void rest();

  void fail(String code, String message);

  /** Has the plugin tell {@link Crowd#heard} the text. */
  @Notification
  void remember(String text);

  /** Runs in the application. */
  default String greetAll(List<String> names) {
    return String.join(" ", names.stream().map(this::greet).toList());
  }
}
