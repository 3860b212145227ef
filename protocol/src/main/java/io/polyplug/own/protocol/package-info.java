/**
 * What an application's own contract says on the wire, and how an interface of Java becomes its
 * methods, for either end: needs {@code wire} and no host.
 */
@org.jspecify.annotations.NullMarked
package io.polyplug.own.protocol;
