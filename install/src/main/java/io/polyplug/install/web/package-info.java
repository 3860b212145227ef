/** Bounded GETs over HTTP, with redirects followed by hand. */
@org.jspecify.annotations.NullMarked
package io.polyplug.install.web;
