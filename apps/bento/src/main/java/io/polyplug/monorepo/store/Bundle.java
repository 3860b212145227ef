package io.polyplug.monorepo.store;

import io.polyplug.wire.InvalidJson;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A bundle whose every header was read and found good (section 6.10): its version is known, names
 * lead down only, and no two entries are in each other's way. For one thread; the caller closes the
 * file.
 *
 * @param outputs named from the dish
 * @param workspaceOutputs named from the workspace's root
 */
record Bundle(List<TarEntry> outputs, List<TarEntry> workspaceOutputs) {
  static final String META = "meta.json";
  static final String STDOUT = "stdout";
  static final String STDERR = "stderr";
  static final String OUTPUTS = "outputs/";
  static final String WORKSPACE_OUTPUTS = "workspace_outputs/";
  static final int VERSION = 1;

  private static final int LONGEST_META = 64 * 1024;

  static Bundle read(FileChannel tar) throws IOException, BadBundle {
    List<TarEntry> outputs = new ArrayList<>();
    List<TarEntry> workspaceOutputs = new ArrayList<>();
    Set<String> names = new HashSet<>();
    TarEntry meta = null;
    for (TarEntry entry : TarIndex.of(tar)) {
      String name = entry.name();
      if (!RawName.isPlain(name)) {
        throw new BadBundle(RawName.shown(name) + " leads elsewhere");
      }
      if (!names.add(name)) {
        throw new BadBundle(RawName.shown(name) + " is in it twice");
      }
      if (name.startsWith(OUTPUTS)) {
        outputs.add(without(OUTPUTS, entry));
      } else if (name.startsWith(WORKSPACE_OUTPUTS)) {
        workspaceOutputs.add(without(WORKSPACE_OUTPUTS, entry));
      } else if (name.equals(META)) {
        meta = entry;
      }
    }
    checkMeta(tar, meta);
    checkParents(names);
    return new Bundle(outputs, workspaceOutputs);
  }

  private static TarEntry without(String prefix, TarEntry entry) {
    String name = entry.name().substring(prefix.length());
    return new TarEntry(name, entry.mode(), entry.offset(), entry.size());
  }

  private static void checkMeta(FileChannel tar, @Nullable TarEntry meta)
      throws IOException, BadBundle {
    if (meta == null || meta.size() > LONGEST_META) {
      throw new BadBundle("it has no meta.json");
    }
    ByteBuffer bytes = ByteBuffer.allocate((int) meta.size());
    while (bytes.hasRemaining() && tar.read(bytes, meta.offset() + bytes.position()) >= 0) {}
    // The usual one needs no parser, which takes its time to load.
    if (!Arrays.equals(bytes.array(), BundleWriter.META)) {
      checkMeta(bytes.array());
    }
  }

  private static void checkMeta(byte[] json) throws BadBundle {
    @Nullable Json[] members;
    try {
      members = JsonParts.find(Json.parse(json), "version", "exit_code");
    } catch (InvalidJson | IllegalArgumentException e) {
      throw new BadBundle("its meta.json is not a JSON object");
    }
    if (!isNumber(members[0], VERSION)) {
      throw new BadBundle("its meta.json is not of version " + VERSION);
    }
    // Failures are never kept: one that is found was put there, and would pass for a success.
    if (!isNumber(members[1], 0)) {
      throw new BadBundle("its meta.json does not tell of a success");
    }
  }

  private static boolean isNumber(@Nullable Json value, int expected) {
    return value != null && value.toString().equals(Integer.toString(expected));
  }

  private static void checkParents(Set<String> names) throws BadBundle {
    for (String name : names) {
      int slash = name.lastIndexOf('/');
      while (slash > 0) {
        if (names.contains(name.substring(0, slash))) {
          throw new BadBundle(RawName.shown(name) + " lies in something that is a file");
        }
        slash = name.lastIndexOf('/', slash - 1);
      }
    }
  }
}
