package io.polyplug.monorepo.key;

/** A named value that enters a key. */
public record Extra(String name, String value) {}
