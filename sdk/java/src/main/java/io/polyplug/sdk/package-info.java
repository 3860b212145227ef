/**
 * One program that is a plugin of every host: declare tools, screens or a language adapter with
 * {@link io.polyplug.sdk.Plugin} and serve. Which contract is spoken is seen from the first bytes
 * of the host.
 */
@org.jspecify.annotations.NullMarked
package io.polyplug.sdk;
