package io.polyplug.build.format;

import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import com.google.googlejavaformat.java.ImportOrderer;
import com.google.googlejavaformat.java.JavaFormatterOptions;
import com.google.googlejavaformat.java.RemoveUnusedImports;

/** The one source format of the project. Stateless; safe from any thread. */
final class SourceFormat {
  private static final Formatter FORMATTER = new Formatter();

  private SourceFormat() {}

  static String of(String source) throws FormatterException {
    String imports =
        ImportOrderer.reorderImports(
            RemoveUnusedImports.removeUnusedImports(source), JavaFormatterOptions.Style.GOOGLE);
    return FORMATTER.formatSource(imports);
  }
}
