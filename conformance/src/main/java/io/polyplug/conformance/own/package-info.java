/** Whether a plugin keeps an application's own contract, from the interface of that. */
package io.polyplug.conformance.own;
