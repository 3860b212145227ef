package io.polyplug.cli;

import io.polyplug.base.UntrustedText;
import io.polyplug.door.DoorTls;
import io.polyplug.door.Reach;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Where {@code polyplug up} serves its workbench: on loopback, unless it is told another address;
 * then encrypted, unless it is told that it need not be.
 */
final class UpDoor {
  private static final int MOST_PORT = 65_535;
  private static final int MOST_NAMES = 100;

  private UpDoor() {}

  static void addOptions(CommandSpec spec) {
    spec.addOption(
        OptionSpec.builder("--port")
            .paramLabel("N")
            .type(Integer.class)
            .description("The port of the workbench; any that is free if left out.")
            .build());
    spec.addOption(
        OptionSpec.builder("--listen")
            .paramLabel("ADDRESS")
            .type(String.class)
            .description(
                "The IP address of the workbench, instead of loopback. One that others can reach needs --tls.")
            .build());
    spec.addOption(
        OptionSpec.builder("--tls")
            .paramLabel("FILE")
            .type(List.class)
            .auxiliaryTypes(Path.class)
            .arity("2")
            .description(
                "Serves the workbench over https: CERT.pem with the certificate and its chain, and KEY.pem with its key.")
            .build());
    spec.addOption(
        OptionSpec.builder("--host-name")
            .paramLabel("NAME")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .arity("1")
            .description(
                "A name that the workbench may be reached under, besides its address; may be given several times.")
            .build());
    spec.addOption(
        CommonOptions.flag("--insecure-listen")
            .description(
                "Lets --listen do without --tls: whoever is on the way can read the token.")
            .build());
  }

  /** Reads the options and the files they name; says in one sentence what is wrong with them. */
  static Reach reach(Given given, Surroundings around) {
    int port =
        Optional.ofNullable(given.command().matchedOptionValue("--port", (Integer) null)).orElse(0);
    if (port < 0 || port > MOST_PORT) {
      throw new UsageProblem("--port: expected 0 to " + MOST_PORT + ", found " + port);
    }
    InetAddress address = address(given.text("--listen").orElse("127.0.0.1"));
    List<String> names = names(given);
    if (address.isAnyLocalAddress() && names.isEmpty()) {
      throw new UsageProblem(
          "--listen: %s means every address of this machine: say with --host-name NAME under which it is reached"
              .formatted(address.getHostAddress()));
    }
    Reach reach = Reach.at(address, port, names, tls(given, around));
    if (!reach.isLocal() && reach.tls().isEmpty() && !given.has("--insecure-listen")) {
      throw new UsageProblem(
          "--listen: others can reach %s, and could read the token on its way: give --tls CERT.pem KEY.pem, or --insecure-listen if nobody else is on that network"
              .formatted(address.getHostAddress()));
    }
    return reach;
  }

  private static InetAddress address(String text) {
    try {
      return InetAddress.ofLiteral(text);
    } catch (IllegalArgumentException e) {
      throw new UsageProblem(
          "--listen: expected an IP address such as 192.0.2.7, ::1 or 0.0.0.0, found \""
              + UntrustedText.excerpt(text, 60)
              + "\"; names are given with --host-name");
    }
  }

  private static List<String> names(Given given) {
    List<String> names = new ArrayList<>();
    for (String name : given.<String>list("--host-name")) {
      names.add(
          Reach.canonical(name)
              .or(() -> Reach.canonical("[" + name + "]"))
              .orElseThrow(
                  () ->
                      new UsageProblem(
                          "--host-name: expected a name or an IP address without scheme and port, found \""
                              + UntrustedText.excerpt(name, 60)
                              + "\"")));
    }
    if (names.size() > MOST_NAMES) {
      throw new UsageProblem("--host-name: expected at most " + MOST_NAMES + " names");
    }
    return names;
  }

  private static Optional<DoorTls> tls(Given given, Surroundings around) {
    List<Path> files = CommonOptions.paths(given, "--tls", around);
    if (files.isEmpty()) {
      return Optional.empty();
    }
    if (files.size() != 2) {
      throw new UsageProblem("--tls: expected CERT.pem KEY.pem, once");
    }
    try {
      return Optional.of(DoorTls.read(files.getFirst(), files.getLast(), Instant.now()));
    } catch (DoorTls.Unusable e) {
      throw new UsageProblem("--tls: " + UntrustedText.escape(String.valueOf(e.getMessage())));
    }
  }
}
