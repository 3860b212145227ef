/** The JavaScript side: adapters in runtime processes of their own, and how to talk to them. */
package io.polyplug.bab.bridge;
