/*
 * What a start and the sight of an exit cost without a JVM: posix_spawn and waitpid.
 *
 *   spawn PROGRAM RUNNING
 *
 * keeps RUNNING idle children of its own, says "ready", and then answers each line "pipes N" or
 * "bare N" with the median of the nanoseconds that N children took, one after another. With pipes
 * each child gets three of them and a process group of its own, as ours do; bare it inherits
 * everything.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static void check(int result, const char *what) {
  if (result != 0) {
    fprintf(stderr, "spawn: %s failed with %d\n", what, result);
    exit(1);
  }
}

static pid_t bare(const char *program, const char *mode) {
  pid_t pid;
  char *arguments[] = {(char *)program, (char *)mode, NULL};
  check(posix_spawn(&pid, program, NULL, NULL, arguments, environ), "posix_spawn");
  return pid;
}

/* The parent's ends are left in kept. */
static pid_t piped(const char *program, const char *mode, int kept[3]) {
  int pipes[3][2];
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  check(posix_spawn_file_actions_init(&actions), "init");
  check(posix_spawnattr_init(&attributes), "init");
  check(posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP), "setflags");
  for (int i = 0; i < 3; i++) {
    check(pipe2(pipes[i], O_CLOEXEC), "pipe2");
    check(posix_spawn_file_actions_adddup2(&actions, pipes[i][i == 0 ? 0 : 1], i), "dup2");
  }
  pid_t pid;
  char *arguments[] = {(char *)program, (char *)mode, NULL};
  check(posix_spawn(&pid, program, &actions, &attributes, arguments, environ), "posix_spawn");
  for (int i = 0; i < 3; i++) {
    close(pipes[i][i == 0 ? 0 : 1]);
    kept[i] = pipes[i][i == 0 ? 1 : 0];
  }
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return pid;
}

static long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000L + time.tv_nsec;
}

static int ascending(const void *one, const void *other) {
  long a = *(const long *)one, b = *(const long *)other;
  return (a > b) - (a < b);
}

int main(int count, char **arguments) {
  if (count != 3) check(1, "the command line (PROGRAM RUNNING)");
  const char *program = arguments[1];
  struct rlimit files;
  getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
  int ignored[3];
  for (int i = atoi(arguments[2]); i > 0; i--) piped(program, "idle", ignored);
  puts("ready");
  fflush(stdout);
  char how[16];
  int children;
  while (scanf("%15s %d", how, &children) == 2) {
    int with_pipes = strcmp(how, "pipes") == 0;
    long *taken = malloc(sizeof(long) * (size_t)children);
    for (int i = 0; i < children; i++) {
      int kept[3], status;
      long began = now();
      pid_t pid = with_pipes ? piped(program, "exit", kept) : bare(program, "exit");
      waitpid(pid, &status, 0);
      for (int j = 0; with_pipes && j < 3; j++) close(kept[j]);
      taken[i] = now() - began;
    }
    qsort(taken, (size_t)children, sizeof(long), ascending);
    printf("%ld\n", taken[children / 2]);
    free(taken);
    fflush(stdout);
  }
  return 0;
}
