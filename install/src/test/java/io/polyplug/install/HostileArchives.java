package io.polyplug.install;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Archives whose authors mean harm, or made a mistake, each with a word of what is said to it. */
final class HostileArchives {
  /** An archive, and what the refusal has to mention. */
  record Hostile(byte[] archive, String mentions) {}

  private final Map<String, Hostile> all = new LinkedHashMap<>();

  private HostileArchives() {}

  static Map<String, Hostile> all() {
    HostileArchives archives = new HostileArchives();
    archives.names();
    archives.kinds();
    archives.sizes();
    archives.structure();
    archives.packages();
    return archives.all;
  }

  private void with(String what, String mentions, Consumer<RawZip> harm) {
    RawZip zip = RawZip.good();
    harm.accept(zip);
    all.put(what, new Hostile(zip.build(), mentions));
  }

  private void named(String what, String name, String mentions) {
    with(what, mentions, zip -> zip.add(name, "x"));
  }

  private void names() {
    named("parent folder", "../evil", "leads out");
    named("parent folder in the middle", "a/b/../../../evil", "leads out");
    named("parent folder that would stay inside", "a/../b", "leads out");
    named("parent folder with backslashes", "..\\evil", "leads out");
    named("absolute", "/tmp/evil", "absolute");
    named("absolute with a backslash", "\\evil", "absolute");
    named("drive letter", "C:evil", "drive letter");
    named("drive letter and path", "c:\\evil", "drive letter");
    named("NUL", "a\0b", "control character");
    named("line break", "a\nb", "control character");
    named("escape sequence", "a\u001b[2Jb", "control character");
    named("long part", "a".repeat(256), "255 bytes");
    named("long part in other letters", "ü".repeat(128), "255 bytes");
    named("long path", "abcdefgh/".repeat(200) + "x", "1024 bytes");
    named("deep path", "a/".repeat(100) + "x", "folders deep");
    named("no name", "", "without a name");
    named("dot only", ".", "without a name");
    with(
        "not UTF-8",
        "not valid text",
        zip -> zip.add("ab", "x").name = new byte[] {'a', (byte) 0xff});
    with(
        "name differs before the content",
        "another name",
        zip -> zip.add("good.txt", "x").localName = "evil.txt".getBytes(StandardCharsets.UTF_8));
  }

  private void kinds() {
    with("symbolic link", "a link", zip -> zip.add("link", "/etc/passwd").mode = 0120777);
    with(
        "symbolic link from no Unix",
        "a link",
        zip -> {
          RawZip.Entry entry = zip.add("link", "/etc/passwd");
          entry.mode = 0120777;
          entry.madeBy = 20;
        });
    with("device", "special file", zip -> zip.add("null", "").mode = 0020666);
    with("pipe", "special file", zip -> zip.add("pipe", "").mode = 0010666);
    with("socket", "special file", zip -> zip.add("socket", "").mode = 0140666);
    with("folder that is a file", "special file", zip -> zip.add("a/", "").mode = 0100644);
    with("file that is a folder", "special file", zip -> zip.add("a", "").mode = 0040755);
    with("folder with content", "has content", zip -> zip.add("a/", "x"));
    with("encrypted", "encrypted", zip -> zip.add("a", "x").flags |= 1);
    with("strongly encrypted", "encrypted", zip -> zip.add("a", "x").flags |= 0x41);
    with("unknown method", "method 14", zip -> zip.add("a", "x").method = 14);
    with(
        "twice the same",
        "same path",
        zip -> {
          zip.add("a", "x");
          zip.add("a", "y");
        });
    with(
        "twice the same after normalising",
        "same path",
        zip -> {
          zip.add("a/b", "x");
          zip.add("a//./b", "y");
        });
    with(
        "twice the same in another case",
        "same path",
        zip -> {
          zip.add("a/B", "x");
          zip.add("a/b", "y");
        });
    with(
        "folders in two cases",
        "same path",
        zip -> {
          zip.add("A/x", "x");
          zip.add("a/y", "y");
        });
    with(
        "twice the same in two forms of one letter",
        "same path",
        zip -> {
          zip.add("\u00e9", "x");
          zip.add("e\u0301", "y");
        });
    with(
        "file where a folder must be",
        "same path",
        zip -> {
          zip.add("a", "x");
          zip.add("a/b", "y");
        });
    with(
        "folder where a file must be",
        "same path",
        zip -> {
          zip.add("a/b", "y");
          zip.add("a", "x");
        });
  }

  private void sizes() {
    with(
        "more than it says",
        "larger than it says",
        zip -> zip.entries.add(shrunk(new RawZip.Entry("a", new byte[100_000]).deflated(), 10)));
    with(
        "less than it says",
        "smaller than it says",
        zip -> zip.entries.add(shrunk(new RawZip.Entry("a", new byte[100]).deflated(), 200)));
    with(
        "bomb that tells",
        "larger than",
        zip -> {
          RawZip.Entry bomb = new RawZip.Entry("bomb", new byte[10]).deflated();
          bomb.size = 0xFFFF_FFF0L;
          zip.entries.add(bomb);
        });
    with(
        "bomb of many",
        "larger than",
        zip -> {
          for (int i = 0; i < 5; i++) {
            RawZip.Entry bomb = new RawZip.Entry("bomb" + i, new byte[10]).deflated();
            bomb.size = 900L << 20;
            zip.entries.add(bomb);
          }
        });
    with(
        "bomb by its ratio",
        "times its size",
        zip -> zip.entries.add(new RawZip.Entry("zeros", new byte[120 << 20]).deflated()));
    with("wrong checksum", "damaged", zip -> zip.add("a", "x").crc ^= 1);
    with(
        "broken content",
        "cannot be read",
        zip -> {
          RawZip.Entry entry = new RawZip.Entry("a", new byte[1000]).deflated();
          entry.packed = new byte[] {(byte) 0xff, (byte) 0xff, 3};
          entry.packedSize = 3;
          zip.entries.add(entry);
        });
    with("size differs before the content", "differently", zip -> zip.add("a", "x").localSize = 7);
    with(
        "content reaches into the list",
        "reaches out",
        zip -> {
          RawZip.Entry entry = zip.add("a", "x");
          entry.packedSize = 1000;
          entry.size = 1000;
        });
  }

  private static RawZip.Entry shrunk(RawZip.Entry entry, long size) {
    entry.size = size;
    return entry;
  }

  private void structure() {
    with(
        "data after the end",
        "after its end",
        zip -> zip.after = "tail".getBytes(StandardCharsets.UTF_8));
    with("data before the start", "not where", zip -> shifted(zip));
    with(
        "data before the first entry",
        "before its first entry",
        zip -> zip.before = "#!/bin/sh\n".getBytes(StandardCharsets.UTF_8));
    with("end in the comment", "two ends", zip -> zip.comment = emptyEnd());
    with("one of several disks", "several parts", zip -> zip.disk = 1);
    with(
        "one of several disks in zip64",
        "several parts",
        zip -> {
          zip.zip64 = true;
          zip.disks64 = 3;
        });
    with("more entries than there are", "list", zip -> zip.count = 50);
    with("fewer entries than there are", "entries", zip -> zip.count = 1);
    with("too many entries", "20000", zip -> zip.count = 60_000);
    with(
        "too many entries in zip64",
        "20000",
        zip -> {
          zip.zip64 = true;
          zip.count64 = 1L << 40;
        });
    with(
        "negative number of entries in zip64",
        "20000",
        zip -> {
          zip.zip64 = true;
          zip.count64 = Long.MIN_VALUE;
        });
    with(
        "second name in the list",
        "two names",
        zip -> zip.add("good", "x").extra = RawZip.unicodePath("good", "evil"));
    with(
        "second name before the content",
        "two names",
        zip -> zip.add("good", "x").localExtra = RawZip.unicodePath("good", "evil"));
    with(
        "hidden entry before the list",
        "in no list",
        zip -> {
          RawZip hidden = new RawZip();
          hidden.add("hidden", "x");
          zip.between = hidden.build();
        });
    with("hidden bytes between entries", "in no list", HostileArchives::spaced);
    with("a descriptor nobody announced", "in no list", zip -> zip.between = new byte[16]);
    with(
        "checksum differs before the content",
        "differently",
        zip -> zip.add("a", "x").localCrc = 7);
    with("list elsewhere", "not where", zip -> zip.listAt = 3);
    with("endless list", "claims", zip -> zip.listSize = 0xFFFF_FFF0L);
    with("overlapping entries", "overlaps", zip -> zip.add("a", "x").offset = 0);
    with("entry outside of the file", "cannot be read", zip -> zip.add("a", "x").offset = 1 << 30);
    with("entry in the middle of another", "overlaps", zip -> zip.add("a", "x").offset = 5);
    byte[] good = RawZip.good().build();
    all.put("cut off", new Hostile(java.util.Arrays.copyOf(good, good.length - 5), "not a zip"));
    all.put("empty", new Hostile(new byte[0], "not a zip"));
    all.put(
        "noise",
        new Hostile(
            new java.util.Random(7)
                .ints(5000)
                .collect(
                    java.io.ByteArrayOutputStream::new,
                    java.io.ByteArrayOutputStream::write,
                    (a, b) -> {})
                .toByteArray(),
            "not a zip"));
    all.put(
        "text",
        new Hostile(
            "hello, this is not a zip at all".getBytes(StandardCharsets.UTF_8), "not a zip"));
  }

  private static void spaced(RawZip zip) {
    zip.entries.getFirst().descriptor = new byte[3];
  }

  private static void shifted(RawZip zip) {
    byte[] stub = "stub".getBytes(StandardCharsets.UTF_8);
    zip.before = stub;
    long listAt = stub.length;
    for (RawZip.Entry entry : zip.entries) {
      listAt += 30 + entry.name.length + entry.packed.length;
    }
    // As self-extracting archives have it: all offsets count from behind the stub.
    zip.listAt = listAt - stub.length;
  }

  private static byte[] emptyEnd() {
    return new RawZip().build();
  }

  private void packages() {
    all.put("no files at all", new Hostile(new RawZip().build(), "no manifest"));
    all.put(
        "no manifest",
        new Hostile(Packages.zip(Map.of("readme", "x")), "looked for test-plugin.json"));
    all.put(
        "nested manifest",
        new Hostile(
            Packages.zip(Map.of("x/test-plugin.json", TestContract.manifest("a", "1"), "y/z", "x")),
            "no manifest"));
    all.put("broken manifest", new Hostile(Packages.zip(Map.of(Packages.MANIFEST, "{")), "broken"));
    for (String id :
        new String[] {
          "../../x", "..", ".", ".hidden", "a/b", "a\\b", "", " ", "-rf", "a\nb", "x."
        }) {
      all.put(
          "id \"" + id.replace("\n", "\\n") + "\"",
          new Hostile(
              Packages.zip(Map.of(Packages.MANIFEST, TestContract.manifest(id, "1"))), "its id"));
    }
    all.put(
        "program outside",
        new Hostile(
            Packages.zip(
                Map.of(
                    Packages.MANIFEST,
                    "{\"id\":\"a\",\"version\":\"1\",\"program\":\"../../evil\",\"asksFor\":[]}")),
            "outside of the package"));
    all.put(
        "two contracts",
        new Hostile(
            Packages.zip(
                Map.of(
                    Packages.MANIFEST, TestContract.manifest("a", "1"), "rterm-plugin.json", "{}")),
            "several contracts"));
    all.put(
        "too many folders that no entry names",
        new Hostile(
            Packages.zip(
                java.util.stream.IntStream.range(0, 800)
                    .boxed()
                    .collect(
                        java.util.stream.Collectors.toMap(
                            i -> "a%d/".formatted(i) + "b/".repeat(29) + "f", i -> ""))),
            "20000"));
    all.put(
        "long version",
        new Hostile(
            Packages.zip(Map.of(Packages.MANIFEST, TestContract.manifest("long", "9".repeat(101)))),
            "101 characters"));
    all.put(
        "too many files",
        new Hostile(
            Packages.zip(
                java.util.stream.IntStream.range(0, 20_001)
                    .boxed()
                    .collect(java.util.stream.Collectors.toMap(i -> "f" + i, i -> ""))),
            "20000"));
  }
}
