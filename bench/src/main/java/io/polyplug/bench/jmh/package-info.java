/** What frames and envelopes cost by themselves, measured by JMH. */
@org.jspecify.annotations.NullMarked
package io.polyplug.bench.jmh;
