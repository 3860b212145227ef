/** The rune contract: one side process per tool call, one JSON object per line. */
package io.polyplug.rune;
