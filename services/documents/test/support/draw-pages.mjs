// node draw-pages.mjs <file.pdf> <out> [number …]: the pages of a PDF as pixels, or some of them; each is its width and height (4 bytes each) and RGBA.
import { Buffer } from 'node:buffer';
import { readFile, writeFile } from 'node:fs/promises';
import process from 'node:process';
import { createCanvas } from '@napi-rs/canvas';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

const SCALE = 2;
const [file, out, ...chosen] = process.argv.slice(2);
const { promise } = getDocument({
  data: new Uint8Array(await readFile(file)),
  disableFontFace: true,
  verbosity: 0,
});
const pdf = await promise;
const parts = [];
const all = Array.from({ length: pdf.numPages }, (_, index) => index + 1);
for (const number of chosen.length > 0 ? chosen.map(Number) : all) {
  const page = await pdf.getPage(number);
  const viewport = page.getViewport({ scale: SCALE });
  const [width, height] = [Math.ceil(viewport.width), Math.ceil(viewport.height)];
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  await page.render({ canvas, canvasContext: context, viewport }).promise;
  const size = Buffer.alloc(8);
  size.writeUInt32LE(width, 0);
  size.writeUInt32LE(height, 4);
  parts.push(size, Buffer.from(context.getImageData(0, 0, width, height).data.buffer));
}
await writeFile(out, Buffer.concat(parts));
