/** HTTP or HTTPS for those who know a token, with everything that clients can do bounded. */
package io.polyplug.door;
