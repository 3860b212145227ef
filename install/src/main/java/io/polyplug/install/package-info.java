/**
 * The package store. {@link io.polyplug.install.PackageStore} is the way in; {@link
 * io.polyplug.install.StartCheck} is what a host asks before it starts what was installed.
 */
@org.jspecify.annotations.NullMarked
package io.polyplug.install;
