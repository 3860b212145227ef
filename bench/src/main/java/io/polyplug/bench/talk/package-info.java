/** Who talks to the echo child: ours and the others, behind one interface. */
@org.jspecify.annotations.NullMarked
package io.polyplug.bench.talk;
