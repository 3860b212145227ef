package io.polyplug.sdk;

/** Hears the values of a topic, one at a time, in their order. */
@FunctionalInterface
public interface EventHandler {
  /** Takes one; what it throws is told on standard error and to nobody else. */
  void handle(byte[] bytes) throws Exception;
}
