/** Runs the tasks of a plan, and tells what became of them. */
@org.jspecify.annotations.NullMarked
package io.polyplug.monorepo.run;
