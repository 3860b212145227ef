/**
 * One host for plugins of any contract.
 *
 * <p>Applications use {@link io.polyplug.host.PluginHost}, {@link io.polyplug.host.Plugin} and
 * {@link io.polyplug.host.Tool}; contracts implement {@link io.polyplug.host.Contract}, {@link
 * io.polyplug.host.PluginDefinition} and {@link io.polyplug.host.Session}.
 */
package io.polyplug.host;
