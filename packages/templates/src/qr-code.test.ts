import fc from 'fast-check';
import decodeQR from 'qr/decode.js';
import { qrCodeRuns } from './qr-code';

/** Free modules around a code, and pixels of a module, as a camera sees it. */
const [MARGIN, SCALE] = [4, 4];

function photograph(text: string) {
  const { size, runs } = qrCodeRuns(text);
  const side = (size + 2 * MARGIN) * SCALE;
  const data = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const { x, y, length } of runs)
    for (let line = 0; line < SCALE; line++) {
      const start = ((y + MARGIN) * SCALE + line) * side + (x + MARGIN) * SCALE;
      for (let pixel = 0; pixel < length * SCALE; pixel++)
        data.fill(0, (start + pixel) * 4, (start + pixel) * 4 + 3);
    }
  return { width: side, height: side, data };
}
const codes = [
  fc.stringMatching(/^[A-Za-z0-9_-]{20,150}$/),
  fc.stringMatching(/^[0-9]{1,40}$/),
  fc.stringMatching(/^[A-Z0-9-]{4,60}$/),
  fc.constantFrom('https://theatre.example/à?b=ç&d=%20', 'Œuvre № 7 · 89,00 €', '日本', '🎭'),
];

test('a reader at the door reads what the code says', () => {
  fc.assert(
    fc.property(fc.oneof(...codes), (text) => {
      expect(decodeQR(photograph(text))).toBe(text);
    }),
    { numRuns: 60 },
  );
});

test('the runs are the dark modules without white around them', () => {
  const { size, runs } = qrCodeRuns('T-2026-000042');
  expect((size - 17) % 4).toBe(0);
  // The corners of the three finder patterns.
  expect(runs[0]).toEqual({ x: 0, y: 0, length: 7 });
  expect(runs.filter(({ x, y, length }) => y === 0 && length === 7 && x === size - 7)).toHaveLength(1);
  expect(runs.filter(({ x, y, length }) => y === size - 1 && length === 7 && x === 0)).toHaveLength(1);
});
