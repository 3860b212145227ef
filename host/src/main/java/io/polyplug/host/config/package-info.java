/**
 * Reading {@code polyplug.toml}: where it is found, whether it is trusted, what is wrong with it.
 */
package io.polyplug.host.config;
