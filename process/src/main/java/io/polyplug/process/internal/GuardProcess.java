package io.polyplug.process.internal;

import io.polyplug.base.Clock;
import io.polyplug.process.Child;
import io.polyplug.process.Environment;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.Signals;
import io.polyplug.process.Spawner;
import io.polyplug.process.StderrPolicy;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The shell that outlives the host: it reads what to end and, when its input ends because the host
 * is gone, ends it.
 *
 * <p>It knows a child before there is one, by the pipe that will be its stdin or stdout: its own
 * input ends only after a start in progress has loaded its program, since until then the new
 * process holds that input too. So there is no moment at which a child is missed. It ignores what a
 * terminal sends and is in a session of its own, so that what ends the host's group does not end
 * it.
 */
final class GuardProcess {
  /**
   * When the input has ended: who descends from the targets is looked up before the first signal,
   * each with its start time, because those that left their group are found through their parents
   * only, and an id may have another owner a second later.
   *
   * <p>Verbs: {@code ?} pipe (about to start), {@code !} pipe (was not started), {@code +} target
   * pipe (started), {@code -} target (gone). A negative target is a process group.
   */
  static final String SCRIPT =
      """
      trap '' HUP INT QUIT TERM PIPE
      targets=' '
      starting=' '
      while read -r verb id pipe; do
        case $verb in
          '?') starting="$starting$id " ;;
          '!') pipe=$id ;;
          '+') targets="$targets$id " ;;
          '-') case $targets in
                 *" $id "*) targets="${targets%%" $id "*} ${targets#*" $id "}" ;;
               esac ;;
        esac
        case $starting in
          *" ${pipe:-none} "*) starting="${starting%%" $pipe "*} ${starting#*" $pipe "}" ;;
        esac
      done
      for pipe in $starting; do
        for process in /proc/[0-9]*; do
          for fd in 0 1; do
            if [ "$(readlink "$process/fd/$fd" 2>/dev/null)" = "pipe:[$pipe]" ]; then
              targets="$targets-${process#/proc/} ${process#/proc/} "
            fi
          done
        done
      done
      [ "$targets" = ' ' ] && exit
      all=$(
        for stat in /proc/[0-9]*/stat; do
          read -r line <"$stat" || continue
          id=${stat#/proc/}
          set -- ${line##*) }
          echo "${id%/stat} $2 $3 ${20}"
        done 2>/dev/null
      )
      members=' '
      more=yes
      while [ "$more" ]; do
        more=
        while read -r id parent group started; do
          case $members in *" $id/"*) continue ;; esac
          case $targets in
            *" -$group "* | *" $id "*) ;;
            *) case $members in *" $parent/"*) ;; *) continue ;; esac ;;
          esac
          members="$members$id/$started "
          more=yes
        done <<END
      $all
      END
      done
      end() {
        for target in $targets; do kill -s "$1" -- "$target"; done
        for member in $members; do
          read -r line <"/proc/${member%/*}/stat" || continue
          signal=$1
          set -- ${line##*) }
          [ "${20}" = "${member#*/}" ] && kill -s "$signal" "${member%/*}"
          set -- "$signal"
        done
      }
      end TERM 2>/dev/null
      sleep 1
      end KILL 2>/dev/null
      """;

  private static final Duration STUCK = Duration.ofSeconds(2);

  private final Child shell;

  private GuardProcess(Child shell) {
    this.shell = shell;
  }

  static GuardProcess start(Spawner spawner) throws LaunchFailure {
    ProcessSpec spec =
        ProcessSpec.of(Path.of("/bin/sh"))
            .arguments("-c", SCRIPT, "polyplug-guardian")
            .folder(Path.of("/"))
            .environment(Environment.empty().with("PATH", "/usr/bin:/bin").with("LC_ALL", "C"))
            .stdout(ProcessSpec.Redirect.NULL)
            .stderr(StderrPolicy.discard())
            .build();
    Child shell =
        spawner instanceof NativeSpawner direct ? direct.startSession(spec) : spawner.start(spec);
    return new GuardProcess(shell);
  }

  boolean isAlive() {
    return shell.isAlive();
  }

  void whenDead(Runnable action) {
    shell.onExit(status -> action.run());
  }

  long pid() {
    return shell.pid();
  }

  /** The descriptor of what it reads; NONE where that is not known. */
  int input() {
    return shell.stdin() instanceof PipeInput pipe ? pipe.fd() : ChildPipes.NONE;
  }

  /**
   * One line. A guardian that does not read is ended by KILL: closing its input would tell it that
   * the host is gone.
   */
  void send(String line) throws IOException {
    byte[] bytes = (line + '\n').getBytes(StandardCharsets.US_ASCII);
    if (shell.stdin().offer(bytes, 0, bytes.length) == bytes.length) {
      return;
    }
    Clock.Timer stuck = Clock.system().schedule(STUCK, () -> shell.signal(Signals.KILL));
    try {
      shell.stdin().write(bytes, 0, bytes.length);
    } finally {
      stuck.cancel();
    }
  }

  /** Lets it do what it is there for, and go. */
  void release() {
    shell.closeStdin();
  }

  /** It is of no use any more. */
  void discard() {
    shell.close();
  }
}
