/** Whether this host bears bad plugins: a matrix of contracts and faults, each really committed. */
package io.polyplug.conformance.proof;
