/** Which tasks of which dishes are to run, and in which order. */
@org.jspecify.annotations.NullMarked
package io.polyplug.monorepo.plan;
