package io.polyplug.workbench.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProgramLookup;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * One browser for all classes of a run, given to whoever has it as a parameter and closed at the
 * end. Not safe from several threads: its users hold the lock "browser".
 */
final class SharedBrowser implements ParameterResolver {
  private record Opened(Playwright playwright, Browser browser) implements AutoCloseable {
    @Override
    public void close() {
      browser.close();
      playwright.close();
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Browser.class;
  }

  @Override
  public Browser resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(ExtensionContext.Namespace.GLOBAL)
        .computeIfAbsent(SharedBrowser.class, _ -> open(), Opened.class)
        .browser();
  }

  private static Opened open() {
    Playwright playwright =
        Playwright.create(
            new Playwright.CreateOptions()
                .setEnv(
                    Map.of(
                        "PLAYWRIGHT_NODEJS_PATH",
                        found("node").toString(),
                        "PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD",
                        "1")));
    Browser browser =
        playwright
            .chromium()
            .launch(
                new BrowserType.LaunchOptions()
                    .setExecutablePath(found("chromium"))
                    .setArgs(List.of("--no-sandbox", "--disable-gpu")));
    return new Opened(playwright, browser);
  }

  private static Path found(String name) {
    try {
      return ProgramLookup.ofHost().find(name);
    } catch (LaunchFailure e) {
      throw new IllegalStateException(e);
    }
  }
}
