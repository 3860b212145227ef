package io.polyplug.ainb.protocol;

import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import io.polyplug.wire.RpcException;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The members of params or of a result, read one by one. What is missing or of the wrong type is
 * thrown as an {@link RpcException} with −32602 that names the member; unknown members are nobody's
 * business, as long as there are not thousands.
 */
public final class Fields {
  private static final BigInteger MAX_U64 = BigInteger.TWO.pow(64).subtract(BigInteger.ONE);

  /** The contract's objects have a dozen; a frame has room for millions. */
  static final int MOST_MEMBERS = 1_000;

  static final int MOST_ELEMENTS = 100_000;

  private final String prefix;
  private final Map<String, Json> members;

  private Fields(String prefix, Map<String, Json> members) {
    this.prefix = prefix;
    this.members = members;
  }

  /** The members of params, which must be an object. */
  public static Fields of(Json params) {
    return of("params", params);
  }

  /** The members of what must be an object and is called this in messages. */
  public static Fields of(String what, Json object) {
    return of(what, "", object);
  }

  private static Fields of(String what, String prefix, Json object) {
    if (object.kind() != Json.Kind.OBJECT) {
      throw AinbErrors.invalidParams(what + ": expected an object");
    }
    if (PartCount.exceeds(object, MOST_MEMBERS)) {
      throw AinbErrors.invalidParams(what + ": expected at most " + MOST_MEMBERS + " members");
    }
    return new Fields(prefix, JsonParts.members(object));
  }

  private RpcException wrong(String name, String expected) {
    return AinbErrors.invalidParams(prefix + name + ": expected " + expected);
  }

  private @Nullable Json present(String name) {
    Json value = members.get(name);
    return value == null || value.kind() == Json.Kind.NULL ? null : value;
  }

  /** Whether there is such a member that is not null. */
  public boolean has(String name) {
    return present(name) != null;
  }

  /** A member as it is; empty if absent or null. */
  public Optional<Json> json(String name) {
    return Optional.ofNullable(present(name));
  }

  /** A string that must be there. */
  public String text(String name) {
    Json value = present(name);
    String text = value == null ? null : value.stringValue();
    if (text == null) {
      throw wrong(name, "a string");
    }
    return text;
  }

  /** A string; empty if absent or null. */
  public Optional<String> optionalText(String name) {
    return has(name) ? Optional.of(text(name)) : Optional.empty();
  }

  /** Bytes that must be there. */
  public byte[] bytes(String name) {
    Json value = present(name);
    return Optional.ofNullable(value)
        .flatMap(Bytes::read)
        .orElseThrow(() -> wrong(name, "base64 or an array of bytes"));
  }

  /** Bytes; empty if absent or null. */
  public Optional<byte[]> optionalBytes(String name) {
    return has(name) ? Optional.of(bytes(name)) : Optional.empty();
  }

  /** An unsigned number of 64 bits, as the {@code long} with the same bits. */
  public long unsigned(String name, long otherwise) {
    Json value = present(name);
    if (value == null) {
      return otherwise;
    }
    return whole(value)
        .filter(it -> it.signum() >= 0 && it.compareTo(MAX_U64) <= 0)
        .orElseThrow(() -> wrong(name, "a whole number from 0 to 2^64-1"))
        .longValue();
  }

  /** A number that must be there and in this range. */
  public int whole(String name, int from, int to) {
    Json value = present(name);
    return Optional.ofNullable(value)
        .flatMap(Fields::whole)
        .filter(
            it ->
                it.compareTo(BigInteger.valueOf(from)) >= 0
                    && it.compareTo(BigInteger.valueOf(to)) <= 0)
        .orElseThrow(() -> wrong(name, "a whole number from " + from + " to " + to))
        .intValue();
  }

  /** As {@link #whole(String, int, int)}, for one that may be absent. */
  public int whole(String name, int from, int to, int otherwise) {
    return has(name) ? whole(name, from, to) : otherwise;
  }

  private static Optional<BigInteger> whole(Json value) {
    String text = value.toString();
    boolean digits =
        value.kind() == Json.Kind.NUMBER && text.length() <= 20 && text.matches("-?[0-9]+");
    return digits ? Optional.of(new BigInteger(text)) : Optional.empty();
  }

  /** A boolean; false if absent or null. */
  public boolean flag(String name) {
    Json value = present(name);
    if (value != null && value.kind() != Json.Kind.BOOLEAN) {
      throw wrong(name, "true or false");
    }
    return value != null && value.toString().equals("true");
  }

  /** The elements of an array; none if absent or null. */
  public List<Json> elements(String name) {
    Json value = present(name);
    if (value != null && value.kind() != Json.Kind.ARRAY) {
      throw wrong(name, "an array");
    }
    if (value == null) {
      return List.of();
    }
    if (PartCount.exceeds(value, MOST_ELEMENTS)) {
      throw wrong(name, "at most " + MOST_ELEMENTS + " elements");
    }
    return JsonParts.elements(value);
  }

  /** An object that must be there. */
  public Fields object(String name) {
    Json value = present(name);
    if (value == null) {
      throw wrong(name, "an object");
    }
    return of(prefix + name, prefix + name + ".", value);
  }
}
