/** The languages: a table of built-in ones, and plugins. */
@org.jspecify.annotations.NullMarked
package io.polyplug.monorepo.adapters;
