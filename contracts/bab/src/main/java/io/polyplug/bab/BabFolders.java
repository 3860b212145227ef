package io.polyplug.bab;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.Discovered;
import io.polyplug.host.PluginFolders;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Finds plugins (section 3). Starts nothing. */
final class BabFolders {
  private static final Pattern OURS =
      Pattern.compile("(?m)^\\s*[\"']?(roles|delegate|delegate_api_version)[\"']?\\s*:");

  private final BabHost host;

  BabFolders(BabHost host) {
    this.host = host;
  }

  /**
   * The plugins in the immediate subfolders, in name order. A link to a folder is passed over. In a
   * folder that is not of this contract alone, so are manifests that are not meant for it: others
   * call their files {@code manifest.yaml}, too.
   */
  List<Discovered> in(Path root) {
    Path absolute = root.toAbsolutePath().normalize();
    boolean home = BabHost.homes(host.environment()).contains(absolute);
    List<Discovered> found = new ArrayList<>();
    for (Path folder : PluginFolders.in(absolute)) {
      if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
          && (home ? isMarked(folder) : isOurs(folder))) {
        found.add(discover(folder));
      }
    }
    return found;
  }

  private static boolean isMarked(Path folder) {
    return Files.isRegularFile(folder.resolve(BabManifest.FILE_NAME));
  }

  static boolean isOurs(Path folder) {
    if (!isMarked(folder)) {
      return false;
    }
    try (InputStream in = Files.newInputStream(folder.resolve(BabManifest.FILE_NAME))) {
      return AdapterFile.isPresent(folder)
          || OURS.matcher(
                  new String(
                      in.readNBytes(PluginFiles.MANIFEST_BYTES), StandardCharsets.ISO_8859_1))
              .find();
    } catch (IOException e) {
      return false;
    }
  }

  private Discovered discover(Path folder) {
    try {
      return new Discovered.Found(BabDefinition.installed(folder, BabManifest.read(folder), host));
    } catch (InvalidManifest e) {
      return new Discovered.Invalid(BabContract.ID, folder, e.getMessage());
    } catch (RuntimeException e) {
      // One plugin that we do not understand must not hide the others.
      return new Discovered.Invalid(BabContract.ID, folder, UntrustedText.escape(e.toString()));
    }
  }
}
