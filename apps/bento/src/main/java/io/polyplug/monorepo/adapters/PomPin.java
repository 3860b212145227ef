package io.polyplug.monorepo.adapters;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The properties of the compiler in a {@code pom.xml}. */
record PomPin() implements PinSource {
  private static final String[] PROPERTIES = {"release", "target", "source"};

  @Override
  public @Nullable String version(Path dish, Project project) {
    Optional<String> text = project.around().text(dish, "pom.xml");
    if (text.isEmpty()) {
      return null;
    }
    String pom = withoutComments(text.get());
    for (String property : PROPERTIES) {
      String open = "<maven.compiler." + property + ">";
      int from = pom.indexOf(open);
      int to = from < 0 ? -1 : pom.indexOf('<', from + open.length());
      String value = to < 0 ? "" : pom.substring(from + open.length(), to).strip();
      // A reference to another property is no version.
      if (!value.isEmpty() && !value.contains("${")) {
        return value;
      }
    }
    return null;
  }

  private static String withoutComments(String xml) {
    int from = xml.indexOf("<!--");
    if (from < 0) {
      return xml;
    }
    StringBuilder out = new StringBuilder(xml.length());
    int at = 0;
    while (from >= 0) {
      out.append(xml, at, from);
      int end = xml.indexOf("-->", from);
      at = end < 0 ? xml.length() : end + 3;
      from = xml.indexOf("<!--", at);
    }
    return out.append(xml, at, xml.length()).toString();
  }
}
