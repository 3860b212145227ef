/** What the tests of several modules share. Knows nothing of Polyplug. */
@NullMarked
package io.polyplug.build.testing;

import org.jspecify.annotations.NullMarked;
