/** How a plugin is served. Nobody's API. */
@org.jspecify.annotations.NullMarked
package io.polyplug.sdk.internal;
