package io.polyplug.monorepo.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One block in front of an entry, checked against a library. */
final class TarHeaderTest {
  @Test
  void sizesOfManyGigabytesAreWrittenAsOthersReadThem() {
    for (long size : List.of(0L, 1L, (1L << 33) - 1, 1L << 33, 9L << 30, 1L << 50)) {
      byte[] block = new byte[TarHeader.BLOCK];
      TarHeader header = new TarHeader(block);
      header.write("outputs/big", TarHeader.REGULAR, 0755, size);
      TarArchiveEntry read = new TarArchiveEntry(block);
      assertThat(read.getSize()).isEqualTo(size).isEqualTo(header.size());
      assertThat(read.getMode()).isEqualTo(0755).isEqualTo(header.mode());
      assertThat(read.getName()).isEqualTo("outputs/big").isEqualTo(header.name());
      assertThat(read.isCheckSumOK()).isTrue();
      assertThat(header.isSound()).isTrue();
    }
  }

  @Test
  void aNameThatFillsItsFieldNeedsNoOtherEntry(@TempDir Path folder) throws Exception {
    StoreStage stage = new StoreStage(folder);
    String fits = "x".repeat(100 - "outputs/".length());
    String longer = "y".repeat(101 - "outputs/".length());
    stage.keep(List.of(stage.write(fits, "1"), stage.write(longer, "2")));
    try (TarFile tar = new TarFile(stage.store.bundle(StoreStage.KEY))) {
      assertThat(tar.getEntries())
          .extracting(TarArchiveEntry::getName)
          .endsWith("outputs/" + fits, "outputs/" + longer);
    }
    // Three of the bundle's own, one of two blocks, and one with a name before it.
    assertThat(Files.size(stage.store.bundle(StoreStage.KEY))).isEqualTo(512L * (4 + 2 + 4 + 2));
  }
}
