/** What a host says to the JavaScript side of a delegate. */
package io.polyplug.bab.protocol;
