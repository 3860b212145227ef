/**
 * A contract of an application's own: {@link io.polyplug.own.InterfaceContract} makes one from an
 * interface of Java, and plugins in any language implement it.
 */
package io.polyplug.own;
