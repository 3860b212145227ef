package io.polyplug.examples;

/** What a plugin of {@link Greetings} may call back. */
public interface Crowd {
  String shout(String text);
}
