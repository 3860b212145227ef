/** Conversations in JSON-RPC, for the suites of all contracts that speak it. */
package io.polyplug.conformance.rpc;
