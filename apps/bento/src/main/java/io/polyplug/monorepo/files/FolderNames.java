package io.polyplug.monorepo.files;

import io.polyplug.monorepo.WorkspaceProblem;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Lists folders. */
public final class FolderNames {
  private FolderNames() {}

  /** The names in a folder in the order of their bytes; none if the folder is gone. */
  public static String[] read(Path folder) throws WorkspaceProblem {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        names.add(RawPath.ofName(entry));
      }
    } catch (NoSuchFileException | NotDirectoryException e) {
      return new String[0];
    } catch (DirectoryIteratorException e) {
      throw Unreadable.folder(folder, new IOException(e.getMessage(), e));
    } catch (IOException e) {
      throw Unreadable.folder(folder, e);
    }
    String[] sorted = names.toArray(new String[0]);
    Arrays.sort(sorted);
    return sorted;
  }
}
