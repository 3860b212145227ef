package io.polyplug.conformance;

/**
 * One promise of a contract that is put to the test.
 *
 * @param number from 1 in the order of the contract's suite
 * @param id what it is called at the command line, as {@code graceful-shutdown}
 * @param title what a plugin does that passes it, in a few words
 */
public record Axis(int number, String id, String title) {}
