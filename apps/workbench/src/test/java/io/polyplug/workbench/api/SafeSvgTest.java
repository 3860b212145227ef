package io.polyplug.workbench.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What of a picture gets through, and what does not. */
class SafeSvgTest {
  private static final String HEAD = "<svg xmlns=\"http://www.w3.org/2000/svg\"";

  private static String of(String text) {
    return SafeSvg.of(text).orElse("none");
  }

  private static String inside(String text) {
    return of(HEAD + ">" + text + "</svg>").replace(HEAD + ">", "").replace("</svg>", "");
  }

  @Test
  void shapesColoursAndTextsStay() {
    assertThat(inside("<g fill=\"#fff\"><path d=\"M0 0h1\" stroke-width=\"2\"/></g>"))
        .isEqualTo("<g fill=\"#fff\"><path d=\"M0 0h1\" stroke-width=\"2\"></path></g>");
    assertThat(inside("<title>a &lt; b</title>")).isEqualTo("<title>a &lt; b</title>");
    assertThat(inside("<rect fill=\"url(#a)\"/>")).isEqualTo("<rect fill=\"url(#a)\"></rect>");
    assertThat(of("<svg viewBox=\"0 0 1 1\"/>")).isEqualTo(HEAD + " viewBox=\"0 0 1 1\"></svg>");
  }

  @Test
  void whatActsLoadsOrLeadsAwayIsLeftOut() {
    assertThat(inside("<script>alert(1)</script><path d=\"M0\"/>"))
        .isEqualTo("<path d=\"M0\"></path>");
    assertThat(inside("<path onclick=\"x()\" d=\"M0\"/>")).isEqualTo("<path d=\"M0\"></path>");
    assertThat(inside("<foreignObject><g/></foreignObject>")).isEmpty();
    assertThat(inside("<image href=\"https://x/y\"/><a href=\"javascript:x\"><g/></a>")).isEmpty();
    assertThat(inside("<style>*{background:url(https://x)}</style>")).isEmpty();
    assertThat(inside("<rect fill=\"url(https://x/y#a)\" style=\"fill:red\"/>"))
        .isEqualTo("<rect></rect>");
    assertThat(inside("<use href=\"#a\"/><animate attributeName=\"x\"/>")).isEmpty();
    assertThat(inside("<g xmlns=\"http://www.w3.org/1999/xhtml\"><g/></g>")).isEmpty();
  }

  @Test
  void whatIsNoPictureOrTooMuchIsNone() {
    assertThat(of("<html/>")).isEqualTo("none");
    assertThat(of("<svg")).isEqualTo("none");
    assertThat(of("")).isEqualTo("none");
    assertThat(of("<!DOCTYPE svg [<!ENTITY a \"b\">]><svg><title>&a;</title></svg>"))
        .isEqualTo("none");
    assertThat(inside("<g>".repeat(40) + "</g>".repeat(40))).isEqualTo("none");
    assertThat(inside("<g/>".repeat(3_000))).isEqualTo("none");
    assertThat(inside("<title>" + "a".repeat(70_000) + "</title>")).isEqualTo("none");
  }
}
