/** Which files of a dish are inputs or outputs: globs, ignore rules, walks. */
@org.jspecify.annotations.NullMarked
package io.polyplug.monorepo.files;
