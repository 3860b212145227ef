/** BLAKE3, which the JDK does not have. */
@org.jspecify.annotations.NullMarked
package io.polyplug.monorepo.hash;
