package io.polyplug.bowire.protocol;

import java.util.Optional;

/**
 * A method of a service (5.5).
 *
 * @param name what calls name it by
 * @param fullName for people
 * @param type how it is used
 * @param summary one line, if there is one
 * @param description Markdown, if there is any
 */
public record Method(
    String name,
    String fullName,
    MethodType type,
    MessageType input,
    MessageType output,
    Optional<String> httpMethod,
    Optional<String> httpPath,
    Optional<String> summary,
    Optional<String> description,
    boolean deprecated) {}
