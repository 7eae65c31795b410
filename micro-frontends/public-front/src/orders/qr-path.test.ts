import fc from 'fast-check';
import decodeQR from 'qr/decode.js';
import { qrPath } from './qr-path';

/** The picture that a camera sees of a path: four pixels a module. */
function photograph({ size, path }: { size: number; path: string }) {
  const scale = 4;
  const side = size * scale;
  const data = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x = '', y = '', length = ''] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    for (let row = 0; row < scale; row += 1)
      for (let column = 0; column < Number(length) * scale; column += 1) {
        const at = (Number(y) * scale + row) * side + Number(x) * scale + column;
        data.fill(0, at * 4, at * 4 + 3);
      }
  return { width: side, height: side, data };
}

test('a reader at the door reads what the ticket says', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z0-9_-]{20,150}$/), (code) => {
      expect(decodeQR(photograph(qrPath(code)))).toBe(code);
    }),
    { numRuns: 20 },
  );
});
