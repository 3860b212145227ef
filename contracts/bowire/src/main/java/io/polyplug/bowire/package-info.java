/**
 * The Bowire contract: sidecar processes and services that implement a protocol by unary calls,
 * streams and duplex channels.
 */
package io.polyplug.bowire;
