/**
 * The beginning of a plugin: folders with a program, its SDK, its manifests and a test of its own.
 */
@NullMarked
package io.polyplug.cli.scaffold;

import org.jspecify.annotations.NullMarked;
