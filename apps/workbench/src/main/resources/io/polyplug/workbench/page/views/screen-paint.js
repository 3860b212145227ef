// Paints the cells of a screen on a canvas. Every symbol has its own place, so that nothing shifts however wide it is.

const SIZE = 14;
const FONT = 'ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace';
const FRONT = "#d5dae3";
const BACK = "#0d1117";

/** The size of a cell in this font. */
export function measure(canvas) {
  const context = canvas.getContext("2d");
  context.font = `${SIZE}px ${FONT}`;
  const box = context.measureText("M");
  const ascent = Math.ceil(box.fontBoundingBoxAscent);
  return { width: Math.round(box.width), height: ascent + Math.ceil(box.fontBoundingBoxDescent), ascent };
}

export function paint(canvas, frame) {
  const cell = measure(canvas);
  const scale = window.devicePixelRatio || 1;
  const width = Math.ceil(frame.cols * cell.width);
  const height = frame.rows * cell.height;
  if (canvas.width !== Math.ceil(width * scale) || canvas.height !== Math.ceil(height * scale)) {
    canvas.width = Math.ceil(width * scale);
    canvas.height = Math.ceil(height * scale);
    canvas.style.setProperty("width", `${width}px`);
    canvas.style.setProperty("height", `${height}px`);
  }
  const context = canvas.getContext("2d");
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.fillStyle = BACK;
  context.fillRect(0, 0, width, height);
  context.textBaseline = "alphabetic";
  frame.lines.forEach((line, y) => line.forEach((run) => paintRun(context, cell, run, y)));
}

function paintRun(context, cell, run, y) {
  const symbols = run.one ? [run.text] : [...run.text];
  const left = run.x * cell.width;
  const top = y * cell.height;
  const width = symbols.length * cell.width;
  const front = run.reversed ? (run.bg ?? BACK) : (run.fg ?? FRONT);
  const back = run.reversed ? (run.fg ?? FRONT) : run.bg;
  if (back) {
    context.fillStyle = back;
    context.fillRect(left, top, width + 0.5, cell.height);
  }
  if (run.hidden) {
    return;
  }
  context.font = `${run.italic ? "italic " : ""}${run.bold ? "bold " : ""}${SIZE}px ${FONT}`;
  context.fillStyle = front;
  context.globalAlpha = run.dim ? 0.6 : 1;
  symbols.forEach((symbol, i) => paintSymbol(context, cell, symbol, left + i * cell.width, top));
  if (run.underlined) {
    context.fillRect(left, top + cell.height - 2, width, 1);
  }
  if (run.crossed_out) {
    context.fillRect(left, top + cell.height / 2, width, 1);
  }
  context.globalAlpha = 1;
}

/** Blocks are drawn to the edges of their cells, so that bars have no seams, whatever the font. */
function paintSymbol(context, cell, symbol, left, top) {
  const code = symbol.codePointAt(0);
  if (code >= 0x2581 && code <= 0x2588) {
    const height = (cell.height * (code - 0x2580)) / 8;
    context.fillRect(left, top + cell.height - height, cell.width, height);
  } else if (code === 0x2580) {
    context.fillRect(left, top, cell.width, cell.height / 2);
  } else if (symbol !== " ") {
    context.fillText(symbol, left, top + cell.ascent);
  }
}

/** The same as text, for those who cannot see a canvas. */
export function plainText(frame) {
  return frame.lines
    .map((line) => {
      let text = "";
      for (const run of line) {
        text = text.padEnd(run.x) + run.text;
      }
      return text.trimEnd();
    })
    .join("\n");
}
