package io.polyplug.install;

import io.polyplug.base.UntrustedText;
import io.polyplug.install.oci.OciReference;
import io.polyplug.install.web.Web;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** Where a package comes from. The text is what is recorded, and leads to the same place again. */
public sealed interface Source {
  /** How it is written in the lock file. */
  String text();

  /** A folder, to be copied. */
  record Folder(Path folder) implements Source {
    @Override
    public String text() {
      return folder.toString();
    }
  }

  /** A zip on this machine; whether it is one is seen when it is read. */
  record ZipFile(Path file) implements Source {
    @Override
    public String text() {
      return file.toString();
    }
  }

  /** A zip that somebody sent and that is deleted when it is installed: it leads nowhere later. */
  record Upload(Path file) implements Source {
    private static final String TEXT = "upload:";

    @Override
    public String text() {
      return TEXT;
    }
  }

  /** A zip on a web server. */
  record Url(URI address) implements Source {
    @Override
    public String text() {
      return address.toString();
    }
  }

  /** An artifact in an OCI registry, in its canonical spelling. */
  record Oci(String text) implements Source {}

  /**
   * Reads what a user wrote.
   *
   * @param currentFolder what relative paths are relative to
   * @throws InstallProblem if it is nothing of the kind
   */
  static Source parse(String text, Path currentFolder) {
    if (text.isBlank()) {
      throw new InstallProblem(
          "The source is empty: give a folder, a zip, a URL or oci://registry/repository:tag");
    }
    if (text.equals(Upload.TEXT)) {
      throw new InstallProblem("It was uploaded, so there is nothing to fetch it from");
    }
    if (OciReference.looksLike(text)) {
      try {
        return new Oci(OciReference.parse(text).toString());
      } catch (IllegalArgumentException e) {
        throw new InstallProblem(String.valueOf(e.getMessage()));
      }
    }
    if (Schemes.HTTP.matcher(text).lookingAt()) {
      return new Url(url(text));
    }
    if (Schemes.ANY.matcher(text).lookingAt()) {
      throw new InstallProblem(
          shown(text) + " has a scheme that is not known; http, https and oci are");
    }
    return local(text, currentFolder);
  }

  private static URI url(String text) {
    try {
      URI address = Web.checked(URI.create(text));
      if (address.getRawUserInfo() != null) {
        throw new InstallProblem(
            Web.shown(address) + " is given with a user name in it, which is not sent anywhere");
      }
      return address;
    } catch (IllegalArgumentException e) {
      throw new InstallProblem(shown(text) + " is not a valid http or https address");
    }
  }

  private static Source local(String text, Path currentFolder) {
    try {
      Path path = currentFolder.resolve(text).toAbsolutePath().normalize();
      if (Files.isDirectory(path)) {
        return new Folder(path);
      }
      if (Files.isRegularFile(path)) {
        return new ZipFile(path);
      }
      throw new InstallProblem(
          "There is no folder and no file " + UntrustedText.escape(path.toString()));
    } catch (InvalidPathException e) {
      throw new InstallProblem(shown(text) + " is not a path");
    }
  }

  private static String shown(String text) {
    return UntrustedText.excerpt(text, 200);
  }

  /** How a URL begins. */
  final class Schemes {
    private static final Pattern HTTP = Pattern.compile("https?://", Pattern.CASE_INSENSITIVE);
    private static final Pattern ANY = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*://");

    private Schemes() {}
  }
}
