/** Tasks in containers. */
@org.jspecify.annotations.NullMarked
package io.polyplug.monorepo.container;
