/** What tools report, as records. */
@org.jspecify.annotations.NullMarked
package io.polyplug.monorepo.diagnostics;
