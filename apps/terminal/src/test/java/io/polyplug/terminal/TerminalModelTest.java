package io.polyplug.terminal;

import static io.polyplug.terminal.FakeScreens.CLOCK;
import static io.polyplug.terminal.FakeScreens.WEATHER;
import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.ainb.protocol.KeyCode.Named;
import io.polyplug.ainb.protocol.KeyEvent;
import io.polyplug.ainb.protocol.MouseEvent;
import io.polyplug.ainb.protocol.MouseKind;
import io.polyplug.host.FailureCode;
import io.polyplug.wire.Json;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The app without a terminal: whose key it is, and what is to be seen. */
class TerminalModelTest {
  private static final MouseKind CLICK =
      new MouseKind.Pressed(MouseKind.Action.DOWN, MouseKind.Button.LEFT);

  private final FakeScreens host = new FakeScreens();
  private final Semaphore news = new Semaphore(0);
  private final TerminalModel model = new TerminalModel(host, 60, 20, news::release);

  @AfterEach
  void close() {
    model.close();
  }

  private String seen() {
    Grid grid = model.paint();
    StringBuilder out = new StringBuilder();
    for (int y = 0; y < grid.height(); y++) {
      for (int x = 0; x < grid.width(); x++) {
        out.append(grid.glyph(x, y).text());
      }
      out.append('\n');
    }
    return out.toString();
  }

  private String await(Predicate<String> wanted) throws InterruptedException {
    String now = seen();
    while (!wanted.test(now)) {
      assertThat(news.tryAcquire(30, TimeUnit.SECONDS)).as("still seen: %s", now).isTrue();
      now = seen();
    }
    return now;
  }

  private String await(String text) throws InterruptedException {
    return await(it -> it.contains(text));
  }

  private void type(String text) {
    text.codePoints().forEach(it -> model.input(new Input.Key(CharKeys.of(it, 0))));
  }

  private static Json keyMessage(String text) {
    return Messages.key(CharKeys.of(text.codePointAt(0), 0));
  }

  /** The weather screen, open and showing. */
  private FakeChannel showing(String text, boolean capturesText) throws InterruptedException {
    model.open(WEATHER);
    FakeChannel channel = host.opening().accept();
    channel.show(Frames.frame(Frames.lines(60, 18, text), capturesText));
    await(text);
    return channel;
  }

  @Test
  void theListOfScreensComesFirst() throws Exception {
    String seen = await("Clock");
    assertThat(seen).contains("Weather", "weather", "running", "? menu");
  }

  @Test
  void enterOpensTheSelectedScreenInTheSizeOfItsArea() throws Exception {
    await("Clock");
    model.input(new Input.Key(KeyEvent.press(Named.DOWN, 0)));
    model.input(new Input.Key(KeyEvent.press(Named.ENTER, 0)));
    FakeScreens.Opening opening = host.opening();
    assertThat(opening.screen()).isEqualTo(CLOCK);
    assertThat(opening.width()).isEqualTo(60);
    assertThat(opening.height()).isEqualTo(18);
  }

  @Test
  void aLoadingPanelIsSeenUntilThePluginPainted() throws Exception {
    model.open(WEATHER);
    await("loading…");
    FakeChannel channel = host.opening().accept();
    channel.show(Frames.frame(Frames.lines(60, 18, "sunny"), false));
    assertThat(await("sunny")).doesNotContain("loading…");
  }

  @Test
  void everyFrameStartsFromABlankArea() throws Exception {
    FakeChannel channel = showing("sunny", false);
    channel.show(Frames.frame(Frames.lines(60, 18, "", "rain"), false));
    assertThat(await("rain")).doesNotContain("sunny");
  }

  @Test
  void aFrameThatCannotBeDecodedKeepsTheLastGoodOne() throws Exception {
    FakeChannel channel = showing("sunny", false);
    channel.show(Json.parse("{\"type\":\"frame\",\"buffer\":{\"width\":70000}}"));
    assertThat(await("no frame")).contains("sunny");
  }

  @Test
  void everyKeyButTheReservedOnesIsThePluginsEscAndQIncluded() throws Exception {
    FakeChannel channel = showing("sunny", false);
    type("q\u001b\u000eh");
    assertThat(channel.sent()).isEqualTo(keyMessage("q"));
    assertThat(channel.sent()).isEqualTo(Messages.key(KeyEvent.press(Named.ESC, 0)));
    assertThat(channel.sent()).isEqualTo(keyMessage("\u000e"));
    assertThat(channel.sent()).isEqualTo(keyMessage("h"));
  }

  @Test
  void questionMarkAndCapitalHAreTheApps() throws Exception {
    FakeChannel channel = showing("sunny", false);
    type("?");
    await("Keys of the terminal app");
    type("x");
    assertThat(seen()).doesNotContain("Keys of the terminal app").contains("sunny");
    type("H");
    assertThat(seen()).contains("Screens");
    assertThat(channel.fromApp).isEmpty();
  }

  @Test
  void theyAreThePluginsWhileItCapturesText() throws Exception {
    FakeChannel channel = showing("name:", true);
    type("?H");
    assertThat(channel.sent()).isEqualTo(keyMessage("?"));
    assertThat(channel.sent()).isEqualTo(keyMessage("H"));
    model.input(Input.OwnKey.INSERT);
    assertThat(seen()).contains("Keys of the terminal app");
  }

  @Test
  void ctrlCAlwaysLeavesTheApp() throws Exception {
    showing("name:", true);
    type("\u0003");
    assertThat(model.isLeft()).isTrue();
  }

  @Test
  void aPasteIsNeverACommand() throws Exception {
    FakeChannel channel = showing("sunny", false);
    model.input(new Input.Pasted(CharKeys.pasted('?')));
    assertThat(channel.sent()).isEqualTo(keyMessage("?"));
  }

  @Test
  void aWedgedPluginGivesQAndEscBack() throws Exception {
    FakeChannel channel = showing("sunny", false);
    channel.show(Frames.wedged("render exceeded 2 s"));
    String seen = await("wedged");
    assertThat(seen).contains("sunny", "render exceeded 2 s");
    type("z");
    assertThat(channel.sent()).isEqualTo(keyMessage("z"));
    type("q");
    assertThat(seen()).contains("Screens");
  }

  @Test
  void whatAPluginAnsweredInsteadOfAFrameIsSeenBesideTheLastOne() throws Exception {
    FakeChannel channel = showing("sunny", false);
    channel.show(Json.parse("{\"type\":\"error\",\"reason\":\"no data today\"}"));
    assertThat(await("no data today")).contains("sunny");
    type("q");
    assertThat(channel.sent()).isEqualTo(keyMessage("q"));
  }

  @Test
  void theNextFrameClearsWedged() throws Exception {
    FakeChannel channel = showing("sunny", false);
    channel.show(Frames.wedged("render exceeded 2 s"));
    await("wedged");
    channel.show(Frames.frame(Frames.lines(60, 18, "rain"), false));
    assertThat(await("rain")).doesNotContain("wedged");
    type("q");
    assertThat(channel.sent()).isEqualTo(keyMessage("q"));
  }

  @Test
  void aCrashedPluginIsOpenedAgainAndItsReasonIsSeenMeanwhile() throws Exception {
    FakeChannel channel = showing("sunny", false);
    host.standing = new Standing("backoff", "");
    channel.fail(FakeScreens.failure(FailureCode.CRASHED, "exit status 3"));
    FakeScreens.Opening again = host.opening();
    assertThat(await("backoff")).contains("exit status 3", "started again");
    type("x");
    FakeChannel second = again.accept();
    second.show(Frames.frame(Frames.lines(60, 18, "back"), false));
    assertThat(await("back ")).doesNotContain("exit status 3");
    assertThat(second.fromApp).as("keys to a plugin that does not run are dropped").isEmpty();
  }

  @Test
  void aRefusedOpeningWaitsForTheUserToAskAgain() throws Exception {
    model.open(WEATHER);
    host.opening().refuse(FailureCode.QUARANTINED, "failed three times");
    await("failed three times");
    assertThat(host.nothingIsOpened()).isTrue();
    type("r");
    host.opening().accept().show(Frames.frame(Frames.lines(60, 18, "sunny"), false));
    await("sunny");
  }

  @Test
  void whileThePluginDoesNotRunEscLeavesTheScreen() throws Exception {
    model.open(WEATHER);
    host.opening().refuse(FailureCode.QUARANTINED, "failed three times");
    await("failed three times");
    type("\u001b");
    assertThat(seen()).contains("Screens");
    assertThat(model.isLeft()).isFalse();
  }

  @Test
  void aScreenThatEndedWellIsNotOpenedAgainByItself() throws Exception {
    showing("sunny", false).end();
    await("closed this screen");
    assertThat(host.nothingIsOpened()).isTrue();
  }

  @Test
  void aCloseRequestLeavesTheScreen() throws Exception {
    FakeChannel channel = showing("sunny", false);
    channel.show(Frames.CLOSE_REQUEST);
    await("Screens");
    assertThat(model.isLeft()).isFalse();
  }

  @Test
  void leavingAScreenClosesItsChannel() throws Exception {
    FakeChannel channel = showing("sunny", false);
    type("H");
    assertThat(channel.awaitClosed()).isTrue();
  }

  @Test
  void aChannelThatOpensAfterTheUserLeftIsClosed() throws Exception {
    host.stubborn = true;
    model.open(WEATHER);
    FakeScreens.Opening opening = host.opening();
    type("q");
    assertThat(seen()).contains("Screens");
    assertThat(opening.accept().awaitClosed()).isTrue();
  }

  @Test
  void aNewSizeIsSentWithoutOpeningAgain() throws Exception {
    FakeChannel channel = showing("sunny", false);
    model.resize(100, 40);
    assertThat(channel.sent()).isEqualTo(Messages.resize(100, 38));
    type("?l");
    assertThat(channel.sent()).isEqualTo(Messages.resize(100, 28));
    assertThat(host.nothingIsOpened()).isTrue();
  }

  @Test
  void theLogIsEscaped() throws Exception {
    showing("sunny", false);
    type("?l");
    assertThat(await("first of weather")).contains("\\u001b[31mred").doesNotContain("\u001b");
  }

  @Test
  void theMenuStepsThroughTheScreens() throws Exception {
    await("Clock");
    showing("sunny", false);
    type("?n");
    assertThat(host.opening().screen()).isEqualTo(CLOCK);
    type("?n");
    assertThat(host.opening().screen()).isEqualTo(WEATHER);
    assertThat(seen()).as("its last frame, while it opens").contains("sunny");
  }

  @Test
  void theMouseIsThePluginsInsideWhatItPainted() throws Exception {
    model.open(WEATHER);
    FakeChannel channel = host.opening().accept();
    channel.show(Frames.frame(Frames.lines(10, 3, "sunny"), false));
    await("sunny");
    model.input(new Input.Mouse(new MouseEvent(CLICK, 10, 1, 0)));
    model.input(new Input.Mouse(new MouseEvent(CLICK, 0, 4, 0)));
    model.input(new Input.Mouse(new MouseEvent(MouseKind.Plain.MOVED, 0, 1, 0)));
    model.input(new Input.Mouse(new MouseEvent(CLICK, 9, 3, 0)));
    assertThat(channel.sent()).isEqualTo(Messages.mouse(new MouseEvent(CLICK, 9, 2, 0)));
  }

  @Test
  void aClickOnATabOpensIt() throws Exception {
    await("Clock");
    showing("sunny", false);
    model.input(new Input.Mouse(new MouseEvent(CLICK, 11, 0, 0)));
    assertThat(host.opening().screen()).isEqualTo(CLOCK);
  }

  @Test
  void theSmallestTerminalsArePaintedToo() throws Exception {
    showing("sunny", false);
    type("?");
    for (int size = 1; size < 8; size++) {
      model.resize(size, size);
      assertThat(seen().lines()).hasSize(size);
    }
  }
}
