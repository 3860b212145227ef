package io.polyplug.mcp.protocol;

import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The arguments of a tool that travel in headers too, as its input schema marks them with {@code
 * x-mcp-header}. Immutable.
 */
public record ToolHeaders(List<Marked> marked) {
  /** What the headers begin with. */
  public static final String PREFIX = "Mcp-Param-";

  /** A tool that marks nothing. */
  public static final ToolHeaders NONE = new ToolHeaders(List.of());

  private static final String MARK = "x-mcp-header";
  private static final Set<String> TYPES = Set.of("string", "integer", "boolean");

  /** More than any integer that both ends can have needs; to compare longer ones takes long. */
  private static final int LONGEST_NUMBER = 40;

  private static final String TOKEN_EXTRAS = "!#$%&'*+-.^_`|~";

  /** One argument: the name of its header, and the way to it through nested objects. */
  public record Marked(String header, List<String> path) {}

  /** A schema that marks what must not be marked; the message says what. */
  public static final class Invalid extends Exception {
    private static final long serialVersionUID = 1;

    Invalid(String message) {
      super(message);
    }
  }

  public ToolHeaders {
    marked = List.copyOf(marked);
  }

  /** What an input schema marks. */
  public static ToolHeaders of(Json inputSchema) throws Invalid {
    if (!inputSchema.toString().contains(MARK)) {
      return NONE;
    }
    List<Marked> found = new ArrayList<>();
    collect(inputSchema, List.of(), true, found);
    Set<String> names = new HashSet<>();
    for (Marked one : found) {
      if (!names.add(one.header().toLowerCase(Locale.ROOT))) {
        throw new Invalid("two arguments have the header " + one.header());
      }
    }
    return new ToolHeaders(found);
  }

  /** The headers for a call with these arguments, by name, encoded. */
  public Map<String, String> of(Optional<Json> arguments) {
    Map<String, String> headers = new LinkedHashMap<>();
    for (Marked one : marked) {
      Optional<Json> value = arguments.flatMap(it -> argument(it, one));
      value.ifPresent(it -> headers.put(PREFIX + one.header(), HeaderText.encode(text(it))));
    }
    return headers;
  }

  /** The argument that a header repeats; empty if there is none that a header can carry. */
  public static Optional<Json> argument(Json arguments, Marked one) {
    Json at = arguments;
    for (String step : one.path()) {
      Json next = at.kind() == Json.Kind.OBJECT ? JsonParts.find(at, step)[0] : null;
      if (next == null) {
        return Optional.empty();
      }
      at = next;
    }
    return switch (at.kind()) {
      case STRING, NUMBER, BOOLEAN -> Optional.of(at);
      case OBJECT, ARRAY, NULL -> Optional.empty();
    };
  }

  private static String text(Json argument) {
    String content = argument.stringValue();
    return content == null ? argument.toString() : content;
  }

  /** Whether a header, decoded, says what the argument does: numbers are compared as numbers. */
  public static boolean matches(String header, Json argument) {
    String text = text(argument);
    return header.equals(text)
        || (argument.kind() == Json.Kind.NUMBER && areSameNumber(header, text));
  }

  private static boolean areSameNumber(String one, String other) {
    if (one.length() > LONGEST_NUMBER || other.length() > LONGEST_NUMBER) {
      return false;
    }
    try {
      return new BigDecimal(one).compareTo(new BigDecimal(other)) == 0;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private static void collect(Json schema, List<String> path, boolean reachable, List<Marked> into)
      throws Invalid {
    if (schema.kind() == Json.Kind.ARRAY) {
      for (Json element : JsonParts.elements(schema)) {
        collect(element, path, false, into);
      }
      return;
    }
    if (schema.kind() != Json.Kind.OBJECT) {
      return;
    }
    Map<String, Json> members = JsonParts.members(schema);
    Json mark = members.get(MARK);
    if (mark != null) {
      into.add(marked(mark, members, path, reachable));
    }
    for (Map.Entry<String, Json> member : members.entrySet()) {
      if (member.getKey().equals("properties") && member.getValue().kind() == Json.Kind.OBJECT) {
        for (Map.Entry<String, Json> property : JsonParts.members(member.getValue()).entrySet()) {
          List<String> deeper = new ArrayList<>(path);
          deeper.add(property.getKey());
          collect(property.getValue(), deeper, reachable, into);
        }
      } else if (!isData(member.getKey())) {
        collect(member.getValue(), path, false, into);
      }
    }
  }

  /** Members of a schema that hold values and no schemas. */
  private static boolean isData(String keyword) {
    return keyword.equals("default")
        || keyword.equals("const")
        || keyword.equals("enum")
        || keyword.equals("examples")
        || keyword.equals(MARK);
  }

  private static Marked marked(
      Json mark, Map<String, Json> members, List<String> path, boolean reachable) throws Invalid {
    String name = mark.stringValue();
    if (name == null || name.isEmpty() || !name.chars().allMatch(ToolHeaders::isTokenCharacter)) {
      throw new Invalid("the header " + mark + " is no name of a header");
    }
    if (!reachable || path.isEmpty()) {
      throw new Invalid("the header " + name + " is not at a property of the input");
    }
    Json type = members.get("type");
    String typeName = type == null ? null : type.stringValue();
    if (typeName == null || !TYPES.contains(typeName)) {
      throw new Invalid(
          "the header " + name + " is at a property that is no string, integer or boolean");
    }
    return new Marked(name, List.copyOf(path));
  }

  private static boolean isTokenCharacter(int c) {
    return (c >= '0' && c <= '9')
        || (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || TOKEN_EXTRAS.indexOf(c) >= 0;
  }
}
