package io.polyplug.terminal;

/**
 * How a plugin is doing.
 *
 * @param state one word, for example {@code running} or {@code quarantined}
 * @param reason why, for people; may be empty; untrusted
 */
public record Standing(String state, String reason) {}
