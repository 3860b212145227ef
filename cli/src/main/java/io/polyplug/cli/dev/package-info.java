/**
 * A plugin that is run while it is written: its files are watched, each version of them is tried
 * before it takes over, what is said to it and by it is shown, and a debugger may be waited for.
 */
@NullMarked
package io.polyplug.cli.dev;

import org.jspecify.annotations.NullMarked;
