/** What is measured, one class for each group of rows. */
@org.jspecify.annotations.NullMarked
package io.polyplug.bench.scenario;
