package io.polyplug.sdk;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What a component of an input record is if the caller leaves it out, which it then may. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Default {
  /** The text of a text or an enum; the JSON of anything else. */
  String value();
}
