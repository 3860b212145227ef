/**
 * The host that stays: its socket, what is said over it, and both ends.
 *
 * <p>{@link io.polyplug.cli.running.HostView} is what commands see, whether the host is their own
 * or the running one.
 */
@org.jspecify.annotations.NullMarked
package io.polyplug.cli.running;
