package io.polyplug.install;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Something that an earlier change left behind and that could not be put in order now. It is tried
 * again by the next command, and is in nobody's way but that of its own package.
 *
 * @param id the package whose change is not finished; empty if it is rubbish, or nobody knows
 * @param at where it is
 * @param why in words, safe to show
 */
record Leftover(Optional<String> id, Path at, String why) {
  String sentence() {
    return "%s of an earlier change%s cannot be put in order (%s): look at it, and delete it if it is of no use"
        .formatted(Recognition.shown(at), id.map(of -> " of " + of).orElse(""), why);
  }
}
