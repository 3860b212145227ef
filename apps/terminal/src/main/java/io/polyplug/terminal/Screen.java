package io.polyplug.terminal;

/**
 * A screen that a plugin offers.
 *
 * @param plugin the name that the plugin is called by
 * @param id the screen's id within the plugin
 * @param title for people; untrusted
 */
public record Screen(String plugin, String id, String title) {}
