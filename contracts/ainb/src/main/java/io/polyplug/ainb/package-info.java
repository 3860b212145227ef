/**
 * The ainb contract, version 2: manifests, gates, services and supervision of plugins that call
 * their host back.
 */
package io.polyplug.ainb;
