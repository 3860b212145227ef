package io.polyplug.ainb.net;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An absolute http or https URL. What is parsed here is what is matched, resolved and requested: no
 * second parser can understand it differently. User names in it are read over and never sent.
 *
 * @param target path and query as they stand in the request
 */
record FetchUrl(boolean secure, HostName host, int port, String target) {
  private static final int LONGEST = 32 * 1024;
  private static final Pattern URL =
      Pattern.compile("(?i:(https?)://)([^/?#]*)([^?#]*)(\\?[^#]*)?(#.*)?");
  private static final Pattern AUTHORITY =
      Pattern.compile("(?:[^@\\[\\]]*@)?(\\[[^\\[\\]@]*]|[^:@\\[\\]]*)(?::([0-9]{0,5}))?");
  private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:.*");
  private static final String NEVER_IN_A_URL = "\"<>\\^`{|}";

  /** Empty if it is anything else. */
  static Optional<FetchUrl> parse(String text) {
    Matcher url = URL.matcher(text);
    if (text.length() > LONGEST || !isPlain(text) || !url.matches()) {
      return Optional.empty();
    }
    Matcher authority = AUTHORITY.matcher(url.group(2));
    if (!authority.matches()) {
      return Optional.empty();
    }
    boolean secure = url.group(1).toLowerCase(Locale.ROOT).equals("https");
    int port = port(authority.group(2), secure);
    String path = url.group(3).isEmpty() ? "/" : url.group(3);
    String target = escaped(path + (url.group(4) == null ? "" : url.group(4)));
    return HostName.parse(authority.group(1))
        .filter(host -> port > 0 && port <= 0xFFFF)
        .map(host -> new FetchUrl(secure, host, port, target));
  }

  private static boolean isPlain(String text) {
    return text.codePoints()
        .noneMatch(
            it ->
                it <= ' '
                    || it == 0x7F
                    || NEVER_IN_A_URL.indexOf(it) >= 0
                    || Character.getType(it) == Character.SURROGATE);
  }

  private static int port(String digits, boolean secure) {
    return digits == null || digits.isEmpty() ? (secure ? 443 : 80) : Integer.parseInt(digits);
  }

  private static String escaped(String text) {
    StringBuilder out = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            it ->
                out.append(
                    it < 0x80
                        ? Character.toString(it)
                        : URLEncoder.encode(Character.toString(it), StandardCharsets.UTF_8)));
    return out.toString();
  }

  /** Where a {@code Location} in an answer from here leads; empty if nowhere that is fetched. */
  Optional<FetchUrl> resolve(String location) {
    String scheme = secure ? "https" : "http";
    if (SCHEME.matcher(location).matches()) {
      return parse(location);
    }
    if (location.startsWith("//")) {
      return parse(scheme + ':' + location);
    }
    String path = target.replaceFirst("\\?.*", "");
    String origin = scheme + "://" + host.inUrl() + ':' + port;
    return parse(
        origin
            + switch (location.isEmpty() ? '#' : location.charAt(0)) {
              case '/' -> location;
              case '?' -> path + location;
              case '#' -> target;
              default -> path.substring(0, path.lastIndexOf('/') + 1) + location;
            });
  }

  /** The value of the {@code Host} header. */
  String hostHeader() {
    return port == (secure ? 443 : 80) ? host.inUrl() : host.inUrl() + ':' + port;
  }
}
