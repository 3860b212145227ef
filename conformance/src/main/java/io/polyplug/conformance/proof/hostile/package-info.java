/**
 * The program that a host is proved with: a plugin of any contract, good but for one sin. Runs in a
 * JVM of its own and knows nothing of a host.
 */
package io.polyplug.conformance.proof.hostile;
