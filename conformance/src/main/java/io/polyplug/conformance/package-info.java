/**
 * Whether a plugin keeps its contract: it is started under a host that follows a script, and each
 * {@link io.polyplug.conformance.Axis} of the contract is passed, failed for a reason that the
 * frames show, or skipped because of a fact.
 */
package io.polyplug.conformance;
