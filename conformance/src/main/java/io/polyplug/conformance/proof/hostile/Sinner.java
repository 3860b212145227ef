package io.polyplug.conformance.proof.hostile;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Commits the sin when its moment has come, once, and writes that it did. Of one thread. */
final class Sinner {
  private static final int EXIT = 7;
  private static final int DEPTH = 100_000;
  private static final int FLOOD = 100_000;
  private static final int NOTES = 50_000;
  private static final int REVERSE_CALLS = 5_000;

  private final @Nullable Sin sin;
  private final Tongue tongue;
  private final String name;
  private final Mouth mouth;
  private final Diary diary;
  private boolean done;
  private @Nullable String late;

  Sinner(@Nullable Sin sin, Tongue tongue, String name, Mouth mouth, Diary diary) {
    this.sin = sin;
    this.tongue = tongue;
    this.name = name;
    this.mouth = mouth;
    this.diary = diary;
  }

  static void stay() throws InterruptedException {
    Thread.sleep(Long.MAX_VALUE);
  }

  /** The sin, if it is to be committed now; it is confessed with that. */
  private @Nullable Sin begin(Moment moment) throws IOException {
    if (sin == null || sin.moment() != moment || done) {
      return null;
    }
    done = true;
    diary.confess();
    return sin;
  }

  /** Before anything is read. */
  void start() throws IOException, InterruptedException {
    if (sin == Sin.IGNORES_TERM) {
      ignoreTerm();
    }
    Sin now = begin(Moment.START);
    if (now == null) {
      return;
    }
    switch (now) {
      case EXITS_AT_ONCE -> Runtime.getRuntime().halt(EXIT);
      case SILENT -> stay();
      default -> mouth.spit("Loading the plugin, please wait ...\n");
    }
  }

  /** TERM begins the end of a JVM, and this hook never lets it come. */
  static void ignoreTerm() {
    Runtime.getRuntime().addShutdownHook(new Thread(Sinner::stayForGood));
  }

  @SuppressWarnings("InterruptedExceptionSwallowed")
  private static void stayForGood() {
    while (true) {
      try {
        stay();
      } catch (InterruptedException goesOn) {
        // That is the sin.
      }
    }
  }

  /** Whether it was answered here. */
  boolean handshake(String id, String word) throws IOException {
    Sin now = word.equals("server/discover") ? null : begin(Moment.HANDSHAKE);
    if (now == null) {
      return false;
    }
    switch (now) {
      case WRONG_VERSION -> mouth.say(tongue.introduction(id, word, name, true));
      case WRONG_IDENTITY -> mouth.say(tongue.introduction(id, word, "impostor", false));
      default ->
          mouth.say(
              tongue == Tongue.RUNE
                  ? "{\"type\":\"handshake\",\"manifest\":[42]}"
                  : tongue.reply(id, "[42]"));
    }
    return true;
  }

  /** Whether it stays though it was told to end. */
  boolean stays() throws IOException {
    boolean stays = sin == Sin.IGNORES_SHUTDOWN || sin == Sin.IGNORES_TERM;
    if (stays) {
      var _ = begin(Moment.END);
    }
    return stays;
  }

  /** When it is about to wait for its next call. */
  void idle() throws IOException, InterruptedException {
    if (sin == Sin.NEVER_READS && begin(Moment.CALL) != null) {
      stay();
    }
  }

  /** Whether it was answered here, or is not to be answered at all. */
  boolean call(String id, String said, String body) throws IOException, InterruptedException {
    if (late != null) {
      mouth.say(late);
      late = null;
    }
    Sin now = begin(Moment.CALL);
    if (now == null) {
      return false;
    }
    String answer = tongue.reply(id, tongue.result(said));
    return switch (now) {
      case SLOW_ANSWER -> {
        if (tongue == Tongue.RUNE) {
          stay();
        }
        yield true;
      }
      case LATE_ANSWER -> {
        late = answer;
        yield true;
      }
      case CRASH_IN_CALL -> exit();
      case KILLED_IN_CALL -> {
        Offspring.start(Hostile.KILL, ProcessBuilder.Redirect.DISCARD, diary);
        stay();
        yield true;
      }
      case FORKS_AND_EXITS -> {
        Offspring.start(Hostile.LINGER, ProcessBuilder.Redirect.INHERIT, diary);
        yield exit();
      }
      case FORKS_QUIETLY -> {
        Offspring.start(Hostile.LINGER, ProcessBuilder.Redirect.DISCARD, diary);
        yield false;
      }
      case CLOSES_STDOUT -> {
        mouth.close();
        stay();
        yield true;
      }
      case OK_THEN_EXIT_7 -> {
        mouth.say(answer);
        yield exit();
      }
      case FLOODS_STDERR -> {
        Mouth.floodErrors();
        yield false;
      }
      default -> wire(now, id, said, answer, body);
    };
  }

  /** The end that nobody expects; true so that it can be yielded. */
  static boolean exit() {
    Runtime.getRuntime().halt(EXIT);
    return true;
  }

  /** The sins that are about what is written. */
  private boolean wire(Sin now, String id, String said, String answer, String body)
      throws IOException, InterruptedException {
    byte[] frame = mouth.frame(answer);
    switch (now) {
      case HALF_FRAME_THEN_SILENCE, HALF_FRAME_THEN_EXIT -> {
        mouth.spit(Arrays.copyOf(frame, frame.length / 2));
        if (now == Sin.HALF_FRAME_THEN_EXIT) {
          exit();
        }
        stay();
      }
      case WRONG_ID -> mouth.say(tongue.reply(otherId(id), tongue.result(said)));
      case NOT_JSON -> mouth.say("{\"id\":oops");
      case TWO_OBJECTS_ON_A_LINE -> mouth.say(answer.concat(answer));
      case ENDLESS_LINE, ENDLESS_HEADER -> mouth.drone('x', Integer.MAX_VALUE);
      case OVERSIZE_FRAME -> oversize(tongue.reply(id, "\"~\""));
      case NEGATIVE_LENGTH -> mouth.spit(Mouth.header("-5"));
      case HUGE_LENGTH -> mouth.spit(Mouth.header("100000000000000000000"));
      case DEEP_NESTING -> {
        mouth.say(tongue.reply(id, "[".repeat(DEPTH).concat("]".repeat(DEPTH))));
      }
      case INVALID_UTF8 -> {
        String more = answer.substring(0, answer.length() - 1).concat(",\"more\":\"~\"}");
        byte[] bytes = more.getBytes(StandardCharsets.UTF_8);
        mouth.spit(mouth.frame(spoilt(bytes)));
      }
      case DUPLICATE_KEYS ->
          // The right one last: it is the one that counts.
          mouth.say(
              Tongue.join(
                  tongue == Tongue.RUNE ? "{\"output\":" : "{\"result\":",
                  tongue.result("pid 1 number 7001"),
                  ",",
                  answer.substring(1)));
      case FLOODS_STDOUT -> {
        mouth.flood();
        return false;
      }
      case FLOODS_LOGS -> {
        mouth.repeat(tongue.note(), NOTES);
        return false;
      }
      case PROGRESS_FLOOD -> {
        String meta = TopMember.of(TopMember.of(body, "params"), "_meta");
        mouth.repeat(
            Tongue.join(
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":",
                "{\"progressToken\":",
                TopMember.of(meta, "progressToken"),
                ",\"progress\":1}}"),
            NOTES);
        return false;
      }
      case DUPLICATE_ANSWER -> mouth.repeat(answer, 2);
      case ANSWER_TO_NOBODY -> {
        mouth.say(tongue.reply(otherId(id), tongue.result(said)));
        return false;
      }
      case UNASKED_REQUEST -> {
        mouth.say("{\"jsonrpc\":\"2.0\",\"id\":77001,\"method\":\"proof/unknown\",\"params\":{}}");
        return false;
      }
      case REVERSE_CALL_STORM -> {
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < REVERSE_CALLS; i++) {
          all.setLength(0);
          all.append("{\"jsonrpc\":\"2.0\",\"id\":").append(80_000 + i);
          all.append(",\"method\":\"host/snapshot/get\",\"params\":{\"topic\":\"proof.mine\"}}");
          mouth.say(all.toString());
        }
        return false;
      }
      case PUBLISHES_ELSEWHERE -> {
        mouth.say(
            Tongue.join(
                "{\"jsonrpc\":\"2.0\",\"method\":\"host/snapshot/publish\",\"params\":",
                "{\"topic\":\"proof.other\",\"payload\":\"",
                Tongue.base64("mine now"),
                "\"}}"));
        return false;
      }
      default -> throw new IllegalStateException(now.id());
    }
    return true;
  }

  /** In pieces: the program has less memory than that. */
  private void oversize(String answer) throws IOException {
    int at = answer.indexOf('~');
    int chunks = tongue.mostBytes() / Mouth.CHUNK + 1;
    if (!tongue.lines()) {
      mouth.spit(Mouth.header(Integer.toString(answer.length() - 1 + chunks * Mouth.CHUNK)));
    }
    mouth.spit(answer.substring(0, at));
    mouth.drone('x', chunks);
    mouth.spit(answer.substring(at + 1).concat("\n"));
  }

  private static byte[] spoilt(byte[] bytes) {
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '~') {
        bytes[i] = (byte) 0xff;
      }
    }
    return bytes;
  }

  private static String otherId(String id) {
    return id.startsWith("\"") ? "\"someone-else\"" : id.concat("7001");
  }

  /** A stream of two messages, or a sinful one. */
  void stream(String id, String body) throws IOException {
    int from = body.indexOf("\"streamId\":\"") + "\"streamId\":\"".length();
    String stream = body.substring(from, body.indexOf('"', from));
    mouth.say(tongue.reply(id, Tongue.join("{\"streamId\":\"", stream, "\"}")));
    Sin now = begin(Moment.STREAM);
    String message = streamed("data", stream, "\"message\":\"1\"");
    String end = streamed("end", stream, "\"error\":null");
    mouth.repeat(message, now == Sin.STREAM_FLOODS ? FLOOD : 2);
    if (now == Sin.STREAM_CRASH) {
      exit();
    }
    if (now == Sin.STREAM_NEVER_ENDS) {
      return;
    }
    mouth.say(end);
    if (now == Sin.STREAM_AFTER_END) {
      mouth.repeat(message, 2);
      mouth.say(end);
    }
  }

  private static String streamed(String what, String stream, String member) {
    return Tongue.join(
        "{\"jsonrpc\":\"2.0\",\"method\":\"$/stream/",
        what,
        "\",\"params\":{\"streamId\":\"",
        stream,
        "\",",
        member,
        "}}");
  }
}
