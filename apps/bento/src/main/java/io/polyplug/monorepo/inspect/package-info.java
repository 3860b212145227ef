/** What commands that only look at a workspace find out, and the files that new ones begin with. */
@org.jspecify.annotations.NullMarked
package io.polyplug.monorepo.inspect;
