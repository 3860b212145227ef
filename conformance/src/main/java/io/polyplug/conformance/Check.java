package io.polyplug.conformance;

/**
 * How an axis is tested. Throws {@link Violation} or {@link NotConcerned}; whatever else it throws
 * fails the axis too, since nobody can then say that the plugin passes.
 */
@FunctionalInterface
public interface Check {
  Verdict run(Stage stage) throws Exception;
}
