/**
 * Language adapters of a monorepo orchestrator, found on the path as {@code bento-adapter-<id>}.
 */
@org.jspecify.annotations.NullMarked
package io.polyplug.bento;
