/**
 * Tests of plugins without a host and of hosts without processes: everything runs in this JVM, and
 * time stands still until a test moves it.
 *
 * <p>{@link io.polyplug.testkit.FakeHost} is for the tests of a plugin, {@link
 * io.polyplug.testkit.FakePlugin} and {@link io.polyplug.testkit.FakeDelegate} for those of a host;
 * all stand on {@link io.polyplug.testkit.VirtualHost}, which is the real host with programs in
 * memory.
 */
@org.jspecify.annotations.NullMarked
package io.polyplug.testkit;
