package io.polyplug.host.flight;

import io.polyplug.wire.InvalidJson;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JsonGenerator;

/**
 * Leaves out of frames what looks like a secret: values of members that are called as secrets are,
 * texts that have the form of well-known keys and tokens wherever they stand, and the values of the
 * host's own variables that are called so. What is text inside a text (JSON in a string) is looked
 * through as well.
 *
 * <p>It is a net, not a wall: a secret in a form that nobody knows passes. Immutable.
 */
public final class Redaction {
  /** What stands in place of a secret. */
  public static final String MARK = "[secret]";

  /** Shorter values are found in ordinary words. */
  private static final int SHORTEST = 6;

  private static final int DEEPEST_TEXT = 3;

  /** Variables of every shell that are called as passwords are, and are folders. */
  private static final Set<String> FOLDERS = Set.of("PWD", "OLDPWD");

  private static final Pattern NAMES =
      Pattern.compile(
          "(^|[_.\\-\\s])(pass(word|wd|phrase)?|pwd|secret|token|api_?key|access_?key|private_?key"
              + "|client_?secret|credentials?|authorization|auth_?token|cookie|set_cookie|bearer"
              + "|session_?key|signature|signing_?key|encryption_?key)s?($|[_.\\-\\s])");

  /** Members that end so and are no secrets. */
  private static final Pattern HARMLESS =
      Pattern.compile(".*(progress_token|max_tokens?|tokens_?(used|count|total)|total_tokens)$");

  private static final Pattern FORMS =
      Pattern.compile(
          "\\b(sk-[A-Za-z0-9_\\-]{16,}"
              + "|gh[pousr]_[A-Za-z0-9]{20,}"
              + "|github_pat_[A-Za-z0-9_]{20,}"
              + "|glpat-[A-Za-z0-9_\\-]{16,}"
              + "|xox[abeprs]-[A-Za-z0-9\\-]{10,}"
              + "|(?:AKIA|ASIA)[A-Z0-9]{16}"
              + "|AIza[A-Za-z0-9_\\-]{30,}"
              + "|npm_[A-Za-z0-9]{30,}"
              + "|eyJ[A-Za-z0-9_\\-]{8,}\\.[A-Za-z0-9_\\-]{8,}\\.[A-Za-z0-9_\\-]+)"
              + "|(?i:(?<=bearer |basic ))[A-Za-z0-9._~+/=\\-]{8,}"
              + "|-----BEGIN [A-Z ]*PRIVATE KEY-----[\\s\\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)"
              + "|(?<=://)[^/\\s:@]{1,64}:[^/\\s@]{1,256}(?=@)");

  private static final Pattern CUT_MEMBER =
      Pattern.compile("\"([^\"\\\\]{1,80})\"\\s*:\\s*\"(?:[^\"\\\\]|\\\\.)*+\"?");

  private final List<String> known;

  private Redaction(List<String> known) {
    this.known = known;
  }

  /** One that knows the values of these variables that are called as secrets are. */
  public static Redaction of(Map<String, String> environment) {
    // One may be a part of another.
    return new Redaction(
        environment.entrySet().stream()
            .filter(it -> isSecret(it.getKey()) && !FOLDERS.contains(it.getKey()))
            .filter(it -> it.getValue().length() >= SHORTEST)
            .map(Map.Entry::getValue)
            .sorted(Comparator.comparingInt(String::length).reversed())
            .toList());
  }

  /** Whether a member or a variable is called as secrets are. */
  static boolean isSecret(String name) {
    String words = words(name);
    return NAMES.matcher(words).find() && !HARMLESS.matcher(words).matches();
  }

  /** The words of a name apart and in lower case, however they were put together. */
  private static String words(String name) {
    StringBuilder words = new StringBuilder(name.length() + 4);
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (Character.isUpperCase(c) && i > 0 && Character.isLowerCase(name.charAt(i - 1))) {
        words.append('_');
      }
      words.append(c == '-' || c == '.' ? '_' : c);
    }
    return words.toString().toLowerCase(Locale.ROOT);
  }

  /** The text without secrets. */
  public String text(String text) {
    String clean = FORMS.matcher(text).replaceAll(MARK);
    for (String word : known) {
      clean = clean.replace(word, MARK);
    }
    return clean;
  }

  /** A frame, or the beginning of one, as text without secrets. */
  public String frame(byte[] bytes) {
    try {
      return json(Json.parseRepaired(bytes)).toString();
    } catch (InvalidJson e) {
      String text = new String(bytes, StandardCharsets.UTF_8);
      return CUT_MEMBER.matcher(text(text)).replaceAll(it -> hidden(it.group(1), it.group()));
    }
  }

  /** The value of a member that is called as secrets are, in a text that is no longer JSON. */
  private static String hidden(String name, String member) {
    return Matcher.quoteReplacement(
        isSecret(name) ? member.substring(0, name.length() + 2) + ":\"" + MARK + '"' : member);
  }

  /** The value without secrets; numbers and the order of members stay as they are. */
  public Json json(Json value) {
    return Json.write(out -> write(value, false, 0, out));
  }

  private void write(Json value, boolean secret, int depth, JsonGenerator out) {
    switch (value.kind()) {
      case OBJECT -> {
        out.writeStartObject();
        JsonParts.members(value)
            .forEach(
                (name, member) -> {
                  out.writeName(text(name));
                  write(member, secret || isSecret(name), depth, out);
                });
        out.writeEndObject();
      }
      case ARRAY -> {
        out.writeStartArray();
        JsonParts.elements(value).forEach(it -> write(it, secret, depth, out));
        out.writeEndArray();
      }
      case STRING -> out.writeString(string(value, secret, depth));
      case NUMBER -> {
        if (secret) {
          out.writeString(MARK);
        } else {
          value.writeTo(out);
        }
      }
      case BOOLEAN, NULL -> value.writeTo(out);
    }
  }

  private String string(Json value, boolean secret, int depth) {
    String content = String.valueOf(value.stringValue());
    if (secret && !content.isEmpty()) {
      return MARK;
    }
    if (depth < DEEPEST_TEXT && looksLikeJson(content)) {
      try {
        Json inner = Json.parse(content);
        Json clean = Json.write(out -> write(inner, false, depth + 1, out));
        // What needed no change stays as it was written.
        return clean.equals(inner.compact()) ? content : clean.toString();
      } catch (InvalidJson e) {
        return text(content);
      }
    }
    return text(content);
  }

  private static boolean looksLikeJson(String content) {
    return !content.isEmpty() && (content.charAt(0) == '{' || content.charAt(0) == '[');
  }
}
