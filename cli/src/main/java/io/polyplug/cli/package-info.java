/** The command {@code polyplug}. */
@NullMarked
package io.polyplug.cli;

import org.jspecify.annotations.NullMarked;
