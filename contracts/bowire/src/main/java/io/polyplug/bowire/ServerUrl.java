package io.polyplug.bowire;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what a user gives as a target: a URL, perhaps with the protocol in front (8.2). */
final class ServerUrl {
  private static final Pattern HINTED =
      Pattern.compile("([A-Za-z0-9-]+)@(.*://.*)", Pattern.DOTALL);

  private ServerUrl() {}

  /** The URL without the hint, which must name this protocol. */
  static String bare(String target, String protocolId, String plugin) {
    Matcher hinted = HINTED.matcher(target);
    if (!hinted.matches()) {
      return target;
    }
    if (!hinted.group(1).equalsIgnoreCase(protocolId)) {
      throw new Failure(
              FailureCode.INVALID_INPUT,
              plugin,
              "the URL asks for the protocol \"%s\", but this sidecar speaks \"%s\""
                  .formatted(hinted.group(1), UntrustedText.excerpt(protocolId, 80)))
          .thrown();
    }
    return hinted.group(2);
  }
}
