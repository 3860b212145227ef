/** Delegates: command-line programs wrapped by two small functions. */
package io.polyplug.bab;
