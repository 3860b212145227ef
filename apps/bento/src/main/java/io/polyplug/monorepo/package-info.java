/** Plans, runs and caches the tasks of a workspace in many languages. */
@org.jspecify.annotations.NullMarked
package io.polyplug.monorepo;
