/** Bundles of results on this machine. */
@org.jspecify.annotations.NullMarked
package io.polyplug.monorepo.store;
