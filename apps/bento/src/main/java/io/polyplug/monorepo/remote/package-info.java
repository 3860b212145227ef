/** Bundles of results on a server that others use too. */
@org.jspecify.annotations.NullMarked
package io.polyplug.monorepo.remote;
