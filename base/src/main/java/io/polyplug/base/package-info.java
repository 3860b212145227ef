/** What every module may use and that knows nothing of any of them. */
package io.polyplug.base;
