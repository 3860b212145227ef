package io.polyplug.workbench.api;

import java.io.StringReader;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Writes a picture anew from the shapes, colours and texts in it. Nothing else gets through: no
 * scripts, handlers, styles, links, foreign elements or entities, and nothing that refers to
 * anything but a part of the same picture. What is too large, too deep or no SVG has no picture.
 */
final class SafeSvg {
  static final int LONGEST = 64 << 10;

  private static final int DEEPEST = 32;
  private static final int MOST_ELEMENTS = 2_000;
  private static final String SVG = "http://www.w3.org/2000/svg";

  /** Without {@code use}, of which a few make a million shapes. */
  private static final Set<String> ELEMENTS =
      Set.of(
          "svg",
          "g",
          "defs",
          "path",
          "circle",
          "ellipse",
          "rect",
          "line",
          "polyline",
          "polygon",
          "linearGradient",
          "radialGradient",
          "stop",
          "clipPath",
          "mask",
          "title",
          "desc",
          "text",
          "tspan");

  private static final Set<String> WITH_TEXT = Set.of("title", "desc", "text", "tspan");

  private static final Pattern ATTRIBUTES =
      Pattern.compile(
          "id|x|y|x1|y1|x2|y2|r|rx|ry|cx|cy|fx|fy|d|dx|dy|points|width|height|viewBox|transform"
              + "|offset|opacity|color|clip-path|clip-rule|mask|mask-type|preserveAspectRatio"
              + "|gradientUnits|gradientTransform|spreadMethod|clipPathUnits|maskUnits"
              + "|maskContentUnits|(?:fill|stroke|stop|font|text)(?:-[a-z]+)*");

  /** References stand in round brackets, and may lead to a part of the same picture. */
  private static final Pattern OUTSIDE = Pattern.compile("url\\((?!\\s*['\"]?#)|[\\\\@<]|/\\*");

  private final XMLStreamReader in;
  private final StringBuilder out = new StringBuilder();
  private int elements;

  private SafeSvg(XMLStreamReader in) {
    this.in = in;
  }

  /** The picture, or empty if the text is none that can be shown. */
  static Optional<String> of(String text) {
    if (text.length() > LONGEST) {
      return Optional.empty();
    }
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    try {
      SafeSvg picture = new SafeSvg(factory.createXMLStreamReader(new StringReader(text.strip())));
      return picture.root() ? Optional.of(picture.out.toString()) : Optional.empty();
    } catch (XMLStreamException e) {
      return Optional.empty();
    }
  }

  private boolean root() throws XMLStreamException {
    while (in.hasNext()) {
      switch (in.next()) {
        case XMLStreamConstants.DTD, XMLStreamConstants.ENTITY_REFERENCE -> {
          return false;
        }
        case XMLStreamConstants.START_ELEMENT -> {
          return in.getLocalName().equals("svg") && isKnown() && element(1);
        }
        default -> {
          // Comments and the like before the picture.
        }
      }
    }
    return false;
  }

  private boolean isKnown() {
    String space = in.getNamespaceURI();
    return (space == null || space.isEmpty() || space.equals(SVG))
        && ELEMENTS.contains(in.getLocalName());
  }

  /** Writes the element that begins here, to its end; false if the whole picture is no good. */
  private boolean element(int depth) throws XMLStreamException {
    if (depth > DEEPEST || ++elements > MOST_ELEMENTS) {
      return false;
    }
    String name = in.getLocalName();
    out.append('<').append(name);
    if (depth == 1) {
      out.append(" xmlns=\"").append(SVG).append('"');
    }
    for (int i = 0; i < in.getAttributeCount(); i++) {
      attribute(in.getAttributeNamespace(i), in.getAttributeLocalName(i), in.getAttributeValue(i));
    }
    out.append('>');
    if (!inside(name, depth)) {
      return false;
    }
    out.append("</").append(name).append('>');
    return true;
  }

  private boolean inside(String name, int depth) throws XMLStreamException {
    while (in.hasNext()) {
      switch (in.next()) {
        case XMLStreamConstants.START_ELEMENT -> {
          boolean good = isKnown() ? element(depth + 1) : skip();
          if (!good) {
            return false;
          }
        }
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
          if (WITH_TEXT.contains(name)) {
            escape(in.getText());
          }
        }
        case XMLStreamConstants.END_ELEMENT -> {
          return true;
        }
        case XMLStreamConstants.ENTITY_REFERENCE -> {
          return false;
        }
        default -> {
          // Comments and instructions say nothing to a picture.
        }
      }
    }
    return false;
  }

  /** Passes over an element with all that is in it. */
  private boolean skip() throws XMLStreamException {
    for (int open = 1; open > 0 && in.hasNext(); ) {
      switch (in.next()) {
        case XMLStreamConstants.START_ELEMENT -> open++;
        case XMLStreamConstants.END_ELEMENT -> open--;
        default -> {
          // Not shown.
        }
      }
    }
    return true;
  }

  private void attribute(String space, String name, String value) {
    boolean own = space == null || space.isEmpty();
    boolean link = name.equals("href") && value.startsWith("#");
    if (!own && !link) {
      return;
    }
    if (!link && !ATTRIBUTES.matcher(name).matches()) {
      return;
    }
    if (OUTSIDE.matcher(value.toLowerCase(Locale.ROOT)).find()) {
      return;
    }
    out.append(' ').append(name).append("=\"");
    escape(value);
    out.append('"');
  }

  private void escape(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '&' -> out.append("&amp;");
        case '"' -> out.append("&quot;");
        default -> out.append(c);
      }
    }
  }
}
