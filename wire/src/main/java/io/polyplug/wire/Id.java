package io.polyplug.wire;

import org.jspecify.annotations.Nullable;

/** What ties a reply to its request. Ours are numbers; theirs are echoed as they came. */
public sealed interface Id {
  /** The id {@code null}: a reply to something that could not be read. */
  Id NULL = new Other(Json.NULL);

  /** An integer of 64 bits. */
  record Num(long value) implements Id {
    @Override
    public Json toJson() {
      return Json.ofTrusted(Ascii.bytes(Long.toString(value)));
    }
  }

  /** A string, equal to another by its content; the text keeps the escapes it came with. */
  record Text(String value, Json text) implements Id {
    @Override
    public Json toJson() {
      return text;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Text that && value.equals(that.value);
    }

    @Override
    public int hashCode() {
      return value.hashCode();
    }
  }

  /** Null, or a number that is no integer of 64 bits. */
  record Other(Json text) implements Id {
    @Override
    public Json toJson() {
      return text;
    }
  }

  /** The id as it is written. */
  Json toJson();

  /** A string id. */
  static Id of(String value) {
    return new Text(value, Json.string(value));
  }

  /** An integer id. */
  static Id of(long value) {
    return new Num(value);
  }
}
