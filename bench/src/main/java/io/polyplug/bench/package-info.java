/** Measures Polyplug beside others and prints ratios. */
@org.jspecify.annotations.NullMarked
package io.polyplug.bench;
