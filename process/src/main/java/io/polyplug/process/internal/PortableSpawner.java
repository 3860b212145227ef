package io.polyplug.process.internal;

import io.polyplug.base.UntrustedText;
import io.polyplug.process.Child;
import io.polyplug.process.LaunchDiagnosis;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.LaunchFailure.Reason;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.StderrPolicy;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Starts children by {@link ProcessBuilder}; see {@link io.polyplug.process.Spawner#portable}. */
final class PortableSpawner implements ObservedSpawner {
  private static final Pattern ERRNO = Pattern.compile("error[:=] ?(\\d+)");
  private static final File NOTHING = new File("/dev/null");

  @Override
  public Child start(ProcessSpec spec, LaunchObserver observer) throws LaunchFailure {
    // The JVM's helper runs a text without an interpreter by a shell: find that out before.
    Optional<LaunchFailure> problem = LaunchDiagnosis.examine(spec);
    if (problem.isPresent()) {
      throw problem.get();
    }
    checkEncodable(spec);
    observer.starting("");
    PortableChild child;
    try {
      child = new PortableChild(builder(spec).start(), spec);
    } catch (IOException refused) {
      observer.failed("");
      throw LaunchDiagnosis.failure(spec, errno(refused));
    }
    try {
      observer.started("", child);
    } catch (LaunchFailure | RuntimeException | Error failure) {
      child.close();
      throw failure;
    }
    return child;
  }

  private static ProcessBuilder builder(ProcessSpec spec) {
    List<String> command = new ArrayList<>();
    command.add(spec.program().toString());
    command.addAll(spec.arguments());
    ProcessBuilder builder = new ProcessBuilder(command).directory(spec.folder().toFile());
    builder.environment().clear();
    builder.environment().putAll(spec.environment().variables());
    builder.redirectInput(
        switch (spec.stdin()) {
          case PIPE -> Redirect.PIPE;
          case INHERIT -> Redirect.INHERIT;
          case NULL -> Redirect.from(NOTHING);
        });
    builder.redirectOutput(
        switch (spec.stdout()) {
          case PIPE -> Redirect.PIPE;
          case INHERIT -> Redirect.INHERIT;
          case NULL -> Redirect.DISCARD;
        });
    builder.redirectError(
        switch (spec.stderr()) {
          case StderrPolicy.Inherit _ -> Redirect.INHERIT;
          case StderrPolicy.Discard _ -> Redirect.DISCARD;
          case StderrPolicy.Lines _ -> Redirect.PIPE;
          case StderrPolicy.Tail _ -> Redirect.PIPE;
          case StderrPolicy.Piped _ -> Redirect.PIPE;
        });
    return builder;
  }

  /** ProcessBuilder would silently put question marks in their place. */
  private static void checkEncodable(ProcessSpec spec) throws LaunchFailure {
    Charset charset = Charset.forName(System.getProperty("sun.jnu.encoding"));
    CharsetEncoder encoder = charset.newEncoder();
    List<String> texts = new ArrayList<>(spec.arguments());
    spec.environment().variables().forEach((name, value) -> texts.add(name + '=' + value));
    for (String text : texts) {
      if (!encoder.canEncode(text)) {
        throw new LaunchFailure(
            Reason.UNENCODABLE,
            "An argument or variable of "
                + UntrustedText.escape(spec.program().toString())
                + " has characters that "
                + charset
                + ", the encoding of this JVM's locale, cannot write; start the host with"
                + " LC_ALL=C.UTF-8.");
      }
    }
  }

  private static int errno(IOException refused) {
    Matcher matcher = ERRNO.matcher(String.valueOf(refused.getMessage()));
    return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
  }
}
