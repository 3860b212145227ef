/** The content hash of a task, and the memory that spares computing it. */
@org.jspecify.annotations.NullMarked
package io.polyplug.monorepo.key;
