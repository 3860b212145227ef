package io.polyplug.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pictures on machines that cannot draw them. */
class NoFontTest {
  @TempDir Path folder;

  private ProcessBuilder drawing() {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Djava.awt.headless=true",
            // The JDK remembers in the user's folder which fonts it found before.
            "-Duser.home=" + folder,
            "-cp",
            System.getProperty("java.class.path"),
            PictureMain.class.getName())
        .redirectError(folder.resolve("errors").toFile());
  }

  private static String said(ProcessBuilder builder) throws IOException, InterruptedException {
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return output;
  }

  @Test
  void aMachineWithoutFontsIsToldWhatToInstall() throws Exception {
    Path empty = Files.createDirectory(folder.resolve("fonts"));
    Path configuration =
        Files.writeString(
            folder.resolve("fonts.conf"),
            "<?xml version=\"1.0\"?><fontconfig><dir>%s</dir><cachedir>%s</cachedir></fontconfig>"
                .formatted(empty, empty));
    ProcessBuilder drawing = drawing();
    drawing.environment().put("FONTCONFIG_FILE", configuration.toString());
    assertThat(said(drawing)).startsWith("No usable font is installed; install");
  }
}
