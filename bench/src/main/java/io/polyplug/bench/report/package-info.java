/** From series of rounds to ratios, a table and a file. */
@org.jspecify.annotations.NullMarked
package io.polyplug.bench.report;
