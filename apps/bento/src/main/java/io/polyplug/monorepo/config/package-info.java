/** Reads {@code bento.toml}, {@code bentos/*.toml} and {@code dish.toml}. */
@org.jspecify.annotations.NullMarked
package io.polyplug.monorepo.config;
