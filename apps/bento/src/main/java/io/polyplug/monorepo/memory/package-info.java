/**
 * What configuration and languages came to, remembered for as long as no file of theirs changes.
 */
@org.jspecify.annotations.NullMarked
package io.polyplug.monorepo.memory;
