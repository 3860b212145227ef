package io.polyplug.examples;

/** What a plugin of {@link Greetings} does. */
public interface Greeter {
  String greet(String name);
}
