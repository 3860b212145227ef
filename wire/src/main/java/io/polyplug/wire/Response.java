package io.polyplug.wire;

import org.jspecify.annotations.Nullable;

/**
 * A reply: either a result or an error.
 *
 * @param result the result, {@link Json#NULL} where a dialect lets it be absent; null with an error
 * @param error the error; null with a result
 * @param errorText the error object as it came, with members we know nothing of; null with a result
 */
public record Response(
    Id id, @Nullable Json result, @Nullable ErrorObject error, @Nullable Json errorText)
    implements Message {}
