/** The contract's messages, for either end: needs {@code wire} and no host. */
@org.jspecify.annotations.NullMarked
package io.polyplug.bento.protocol;
