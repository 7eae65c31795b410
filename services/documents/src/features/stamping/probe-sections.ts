/** `a b c d e f` of a PDF: (x, y) becomes (a x + c y + e, b x + d y + f). */
export type Matrix = readonly [number, number, number, number, number, number];

/** The probe of a place in the drawing instructions of a page. */
export interface ProbeSection {
  /** Marked content that it is in. */
  readonly mcid: number;
  /** Offsets of the instructions that draw it. */
  readonly from: number;
  readonly to: number;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  /** From the coordinates of the probe to those of the page. */
  readonly matrix: Matrix;
}

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
const multiply = ([a, b, c, d, e, f]: Matrix, [p, q, r, s, t, u]: Matrix): Matrix => [
  a * p + b * r,
  a * q + b * s,
  c * p + d * r,
  c * q + d * s,
  e * p + f * r + t,
  e * q + f * s + u,
];

/** The point of the inner coordinates that the matrix maps to a point of the page. */
export function inverse([a, b, c, d, e, f]: Matrix, x: number, y: number): { x: number; y: number } {
  const determinant = a * d - b * c;
  return {
    x: (d * (x - e) - c * (y - f)) / determinant,
    y: (a * (y - f) - b * (x - e)) / determinant,
  };
}

/** A letter that is drawn alone: its size and its place. */
const PROBE_TEXT =
  /BT\n\/\w+ (-?\d*\.?\d+) Tf\n1 0 0 -1 (-?\d*\.?\d+) (-?\d*\.?\d+) Tm\n<[0-9A-F]+> Tj\nET\n/y;
/** What opens or closes coordinates, changes them, or begins marked content. */
const STEP =
  /^(?:(q)|(Q)|(-?\d*\.?\d+) (-?\d*\.?\d+) (-?\d*\.?\d+) (-?\d*\.?\d+) (-?\d*\.?\d+) (-?\d*\.?\d+) cm|\/\w+ <<\/MCID (\d+) ?>> ?BDC)$/;

/** Finds marked contents of a page that are one letter each, as Chromium writes them. */
export function probeSections(content: string): Map<number, ProbeSection> {
  const sections = new Map<number, ProbeSection>();
  const outer: Matrix[] = [];
  let matrix = IDENTITY;
  for (let at = 0; at < content.length;) {
    const end = content.indexOf('\n', at) < 0 ? content.length : content.indexOf('\n', at);
    const found = STEP.exec(content.slice(at, end));
    at = end + 1;
    if (!found) continue;
    const [, save, restore, ...rest] = found;
    if (save) outer.push(matrix);
    else if (restore) matrix = outer.pop() ?? IDENTITY;
    else if (rest[6] === undefined)
      matrix = multiply(rest.slice(0, 6).map(Number) as unknown as Matrix, matrix);
    else {
      PROBE_TEXT.lastIndex = at;
      const probe = PROBE_TEXT.exec(content);
      if (!probe) continue;
      const [text, size, x, y] = probe;
      const mcid = Number(rest[6]);
      sections.set(mcid, {
        ...{ mcid, from: at, to: at + text.length, matrix },
        ...{ size: Number(size), x: Number(x), y: Number(y) },
      });
    }
  }
  return sections;
}
