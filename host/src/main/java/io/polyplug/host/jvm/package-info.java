/**
 * Quicker starts for plugins that are Java programs: caches of what a JVM does until it answers.
 */
package io.polyplug.host.jvm;
