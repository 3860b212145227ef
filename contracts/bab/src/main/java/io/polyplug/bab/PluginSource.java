package io.polyplug.bab;

import io.polyplug.base.UntrustedText;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where plugins are installed from: a git repository that is not on this machine, and perhaps a
 * branch, tag or commit of it (section 18). Immutable.
 *
 * @param original what the user gave, trimmed
 * @param url what git is given
 * @param ref the branch, tag or commit, if one was given
 */
public record PluginSource(String original, String url, Optional<String> ref) {
  private static final Pattern REF = Pattern.compile("(?!-)[0-9A-Za-z_./@^~-]{1,200}");
  private static final Pattern SHORT =
      Pattern.compile("(?!\\.{1,2}/)([0-9A-Za-z_.-]+)/(?!\\.{1,2}$)([0-9A-Za-z_.-]+)");
  private static final Pattern SCP =
      Pattern.compile("(?!-)[0-9A-Za-z_.-]+@(?!-)[0-9A-Za-z_.-]+:(?!//|-)[!-~]+");
  private static final Pattern SCHEME = Pattern.compile("([A-Za-z][0-9A-Za-z+.-]*):.*");
  private static final Pattern USER = Pattern.compile("(?<=//)[^/@]*@");

  /** Reads one; refuses everything that is not accepted, before anybody uses the network. */
  public static PluginSource parse(String text) throws StoreFailure {
    String original = text.strip();
    int mark = original.indexOf('#');
    String place = mark < 0 ? original : original.substring(0, mark);
    if (place.isEmpty()) {
      throw new StoreFailure("No plugin source was given; name one as ORG/REPO or by its URL.");
    }
    if (!place.chars().allMatch(c -> c > ' ' && c < 0x7F) || place.startsWith("-")) {
      throw refused(place, "is no plugin source; name one as ORG/REPO or by its URL");
    }
    Optional<String> ref =
        mark < 0 ? Optional.empty() : Optional.of(ref(original.substring(mark + 1)));
    return new PluginSource(original, url(place), ref);
  }

  private static String ref(String ref) throws StoreFailure {
    if (!REF.matcher(ref).matches()) {
      throw refused(ref, "is no branch, tag or commit that can be asked for");
    }
    return ref;
  }

  private static String url(String place) throws StoreFailure {
    if (place.startsWith("/") || place.startsWith(".") || place.startsWith("~")) {
      throw local(place);
    }
    if (SCP.matcher(place).matches()) {
      return place;
    }
    Matcher scheme = SCHEME.matcher(place);
    if (scheme.matches()) {
      return withScheme(place, scheme.group(1).toLowerCase(Locale.ROOT));
    }
    Matcher named = SHORT.matcher(place);
    if (!named.matches()) {
      throw refused(place, "is neither ORG/REPO nor a URL of a git repository");
    }
    String repository = named.group(2);
    return "https://github.com/"
        + named.group(1)
        + '/'
        + (repository.endsWith(".git") ? repository : repository + ".git");
  }

  private static String withScheme(String place, String scheme) throws StoreFailure {
    return switch (scheme) {
      case "https", "ssh" -> withHost(place);
      case "file" -> throw local(place);
      case "http" -> throw refused(place, "is not encrypted; use https");
      default -> throw refused(place, "has a scheme that is not accepted; use https or ssh");
    };
  }

  private static String withHost(String place) throws StoreFailure {
    try {
      String host = new URI(place).getHost();
      // What begins with a dash would be an option of the program that connects.
      if (host != null && !host.startsWith("-")) {
        return place;
      }
    } catch (URISyntaxException malformed) {
      // Said below.
    }
    throw refused(place, "is not a URL with the name of a host");
  }

  private static StoreFailure local(String place) {
    return refused(place, "is on this machine; put such a plugin into the plugins folder instead");
  }

  private static StoreFailure refused(String what, String why) {
    return new StoreFailure(
        '"' + UntrustedText.excerpt(withoutSecret(what), 200) + "\" " + why + '.');
  }

  /** The URL as it may be shown and noted: without a name and password in it. */
  public String shownUrl() {
    return withoutSecret(url);
  }

  /** The original as it may be shown and noted. */
  public String shownOriginal() {
    return withoutSecret(original);
  }

  /** The user of ssh is part of the address; that of https is half of a secret or all of it. */
  private static String withoutSecret(String text) {
    Matcher user = USER.matcher(text);
    boolean secret =
        user.find()
            && (user.group().indexOf(':') >= 0
                || text.toLowerCase(Locale.ROOT).startsWith("https:"));
    return secret ? user.replaceFirst("") : text;
  }

  /** As {@link #shownOriginal()}. */
  @Override
  public String toString() {
    return shownOriginal();
  }
}
