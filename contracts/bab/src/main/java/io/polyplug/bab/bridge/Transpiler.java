package io.polyplug.bab.bridge;

import com.caoccao.javet.swc4j.Swc4j;
import com.caoccao.javet.swc4j.Swc4jLibLoader;
import com.caoccao.javet.swc4j.enums.Swc4jImportsNotUsedAsValues;
import com.caoccao.javet.swc4j.enums.Swc4jMediaType;
import com.caoccao.javet.swc4j.enums.Swc4jParseMode;
import com.caoccao.javet.swc4j.enums.Swc4jSourceMapOption;
import com.caoccao.javet.swc4j.exceptions.Swc4jCoreException;
import com.caoccao.javet.swc4j.options.Swc4jDecoratorsTranspileOption;
import com.caoccao.javet.swc4j.options.Swc4jTranspileOptions;
import com.caoccao.javet.swc4j.outputs.Swc4jTranspileOutput;
import io.polyplug.base.UntrustedText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes JavaScript of TypeScript, in this process. Safe from any thread. */
final class Transpiler {
  private static final long MAX_SOURCE = 8L << 20;
  private static final Pattern PLACE =
      Pattern.compile("(?s)(.*?) at file:\\S*?:(\\d+):(\\d+)(?:\\R.*)?");
  private static final Pattern COMMON_JS =
      Pattern.compile("\\bmodule\\s*\\.\\s*exports\\b|\\bexports\\s*[.\\[]|\\brequire\\s*\\(");

  private final Swc4j compiler;

  /**
   * What became of a file.
   *
   * @param commonJs whether it is a CommonJS module, else it is an ES module
   */
  record Script(String code, boolean commonJs) {}

  /** The file is no program; the message begins with the place. */
  static final class SyntaxError extends Exception {
    private static final long serialVersionUID = 1;

    SyntaxError(String message) {
      super(message);
    }
  }

  private Transpiler(Swc4j compiler) {
    this.compiler = compiler;
  }

  /** Empty where there is none for this machine. The first one takes a moment. */
  static Optional<Transpiler> make() {
    if (!NativeCompiler.isFor(System.getProperty("os.name"), System.getProperty("os.arch"))) {
      return Optional.empty();
    }
    try (NativeCompiler library = NativeCompiler.unpacked()) {
      Swc4jLibLoader.setLibLoadingListener(library);
      Swc4j compiler = new Swc4j();
      // The library says nothing if it could not be loaded; the first use of it does.
      compiler.getVersion();
      return Optional.of(new Transpiler(compiler));
    } catch (IOException | LinkageError unusable) {
      return Optional.empty();
    }
  }

  Script transpile(Path file) throws SyntaxError, IOException {
    if (Files.size(file) > MAX_SOURCE) {
      throw new SyntaxError(shown(file) + ": a script may have at most " + MAX_SOURCE + " bytes.");
    }
    String source = Files.readString(file);
    try {
      Swc4jTranspileOutput output =
          compiler.transpile(
              source,
              new Swc4jTranspileOptions()
                  .setSpecifier(file.toUri().toURL())
                  .setMediaType(mediaType(file))
                  .setParseMode(Swc4jParseMode.Program)
                  .setDecorators(Swc4jDecoratorsTranspileOption.Ecma())
                  .setImportsNotUsedAsValues(Swc4jImportsNotUsedAsValues.Remove)
                  .setSourceMap(Swc4jSourceMapOption.Inline)
                  .setInlineSources(true));
      String code = output.getCode();
      boolean script = output.getParseMode() == Swc4jParseMode.Script;
      return new Script(code, script && COMMON_JS.matcher(code).find());
    } catch (Swc4jCoreException wrong) {
      throw new SyntaxError(sentence(file, String.valueOf(wrong.getMessage())));
    }
  }

  private static Swc4jMediaType mediaType(Path file) {
    String name = file.toString().toLowerCase(Locale.ROOT);
    if (name.endsWith("x")) {
      return Swc4jMediaType.Tsx;
    }
    return name.endsWith(".js") ? Swc4jMediaType.JavaScript : Swc4jMediaType.TypeScript;
  }

  private static String sentence(Path file, String message) {
    Matcher place = PLACE.matcher(message);
    return place.matches()
        ? "%s:%s:%s: %s".formatted(shown(file), place.group(2), place.group(3), place.group(1))
        : shown(file) + ": " + UntrustedText.excerpt(message, 500);
  }

  private static String shown(Path file) {
    return UntrustedText.escape(file.toString());
  }
}
