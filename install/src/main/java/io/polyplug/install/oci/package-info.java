/** Pulls one artifact from an OCI registry. Nothing here is loaded for another kind of source. */
@org.jspecify.annotations.NullMarked
package io.polyplug.install.oci;
