package io.polyplug.monorepo.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same trees and rules for the walk and for git itself. */
class GitIgnoreTest {
  private static final String[] PARTS = {
    "a", "b", "c", "ab", "*", "**", "?", "/", "/", "/**/", "[ab]", "[!a]", "[[:alpha:]]", "[a-c]",
    "\\a", "\\*", ".", "*.c", "é", " ", "\\ ", "[", "]", "[]a]", "[a\\]", "-", "#", "!"
  };
  private static final String[] NAMES = {
    "a", "b", "c", "ab", "a.c", "b.c", "é", "a b", "#a", "!b", "[", "-", "*", "a ", "ca"
  };

  @TempDir Path repository;

  @BeforeEach
  void git() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/git")), "git is not installed");
    run("git", "init", "-q");
  }

  @Test
  void theWalkLeavesOutWhatGitIgnores() throws Exception {
    Random random = new Random(5);
    Path tree = repository.resolve("tree");
    makeTree(tree, random, 3);
    for (int round = 0; round < 60; round++) {
      List<Path> rules = new ArrayList<>();
      // Git does not enter an ignored folder; a dish is entered because it is listed.
      rules.add(
          Files.writeString(
              writeRules(repository, random), "!/tree/\n", StandardOpenOption.APPEND));
      rules.add(writeRules(tree, random));
      rules.add(writeRules(tree.resolve("a"), random));
      rules.add(writeRules(tree.resolve("a/b"), random));
      assertThat(walk(tree)).as(() -> shown(rules)).isEqualTo(seenByGit());
      for (Path file : rules) {
        Files.delete(file);
      }
    }
  }

  private static Path writeRules(Path folder, Random random) throws IOException {
    StringBuilder rules = new StringBuilder();
    for (int line = random.nextInt(5); line >= 0; line--) {
      rules.append(random.nextInt(4) == 0 ? "!" : "").append(random.nextInt(5) == 0 ? "/" : "");
      for (int part = random.nextInt(4); part >= 0; part--) {
        rules.append(PARTS[random.nextInt(PARTS.length)]);
      }
      rules.append(random.nextInt(4) == 0 ? "/" : "").append(random.nextInt(9) == 0 ? "  " : "");
      rules.append(random.nextInt(9) == 0 ? "\r\n" : "\n");
    }
    return Files.writeString(folder.resolve(".gitignore"), rules);
  }

  private static void makeTree(Path folder, Random random, int depth) throws IOException {
    Files.createDirectories(folder);
    for (String name : NAMES) {
      boolean named = name.equals("a") || name.equals("b");
      if (depth > 0 && (named || random.nextInt(3) == 0)) {
        makeTree(folder.resolve(name), random, depth - 1);
      } else {
        Files.writeString(folder.resolve(name), "");
      }
    }
  }

  private static Set<String> walk(Path tree) throws Exception {
    try (FileStats stats = FileStats.portable(tree)) {
      Set<String> seen = new TreeSet<>();
      for (String raw : DishWalk.walk(tree, new ParentRules(), stats).files()) {
        seen.add(RawPath.text(raw));
      }
      return seen;
    }
  }

  private Set<String> seenByGit() throws Exception {
    String all = run("git", "ls-files", "-z", "--others", "--exclude-per-directory=.gitignore");
    Set<String> seen = new TreeSet<>();
    for (String path : all.split("\0", -1)) {
      if (path.startsWith("tree/")) {
        seen.add(path.substring("tree/".length()));
      }
    }
    return seen;
  }

  private String run(String... command) throws Exception {
    Process git =
        new ProcessBuilder(command)
            .directory(repository.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    byte[] output = git.getInputStream().readAllBytes();
    assertThat(git.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(git.exitValue()).isZero();
    return new String(output, StandardCharsets.UTF_8);
  }

  private static String shown(List<Path> rules) {
    StringBuilder text = new StringBuilder();
    for (Path file : rules) {
      try {
        text.append(file).append(":\n").append(Files.readString(file)).append('\n');
      } catch (IOException e) {
        text.append(e);
      }
    }
    return text.toString();
  }
}
