import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Four bytes each. */
  readonly data: Buffer;
}

/** The pages of a PDF as a viewer draws them, two pixels per point; all of them, or those of these numbers from 1. */
export async function pagesAsPixels(pdf: Uint8Array, numbers: readonly number[] = []): Promise<Pixels[]> {
  const folder = await mkdtemp(join(tmpdir(), 'coulisse-pages-'));
  try {
    const [file, out] = [join(folder, 'file.pdf'), join(folder, 'pixels')];
    await writeFile(file, pdf);
    // The library is a module of a kind that Jest does not load.
    const program = join(__dirname, 'draw-pages.mjs');
    await promisify(execFile)(process.execPath, [program, file, out, ...numbers.map(String)]);
    return split(await readFile(out));
  } finally {
    await rm(folder, { recursive: true });
  }
}

function split(bytes: Buffer): Pixels[] {
  const pages: Pixels[] = [];
  for (let at = 0; at < bytes.length;) {
    const [width, height] = [bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4)];
    const end = at + 8 + width * height * 4;
    pages.push({ width, height, data: bytes.subarray(at + 8, end) });
    at = end;
  }
  return pages;
}

/** A letter may be smoothed in another way; a pixel that is dark on one page only is another letter or another position. */
const SMOOTHING = 128;

/**
 * Pixels of which one page has ink, and the other has none within one pixel around. Half a point of displacement is
 * allowed nowhere: one pixel is half a point.
 */
export function displacedPixels(left: Pixels, right: Pixels): number {
  if (left.width !== right.width || left.height !== right.height) return Number.POSITIVE_INFINITY;
  let displaced = 0;
  const [colors, otherColors] = [colorsOf(left), colorsOf(right)];
  for (let y = 1; y < left.height - 1; y++)
    for (let x = 1; x < left.width - 1; x++)
      // Nearly all pixels are equal: they are passed over four bytes at a time.
      if (
        colors[y * left.width + x] !== otherColors[y * left.width + x] &&
        (isAway(left, right, x, y) || isAway(right, left, x, y))
      )
        displaced++;
  return displaced;
}

const colorsOf = ({ data }: Pixels): Uint32Array => new Uint32Array(new Uint8Array(data).buffer);

/** Whether the colour of a pixel is nowhere around it on the other page. */
function isAway(from: Pixels, to: Pixels, x: number, y: number): boolean {
  if (difference(from, to, x, y, x, y) <= SMOOTHING) return false;
  for (let dy = -1; dy <= 1; dy++)
    for (let dx = -1; dx <= 1; dx++)
      if (difference(from, to, x, y, x + dx, y + dy) <= SMOOTHING / 2) return false;
  return true;
}

function difference(from: Pixels, to: Pixels, x: number, y: number, toX: number, toY: number): number {
  const [a, b] = [(y * from.width + x) * 4, (toY * to.width + toX) * 4];
  let most = 0;
  for (let channel = 0; channel < 3; channel++)
    most = Math.max(most, Math.abs(from.data[a + channel]! - to.data[b + channel]!));
  return most;
}
