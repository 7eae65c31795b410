import encodeQR from 'qr';

/** A run of dark modules in a row of a QR code. */
export interface DarkRun {
  readonly x: number;
  readonly y: number;
  readonly length: number;
}

/** The least that the library draws; pages have white around their codes. */
const BORDER = 1;

/** The QR code of a text: modules per side, and the dark ones. */
export function qrCodeRuns(text: string): { readonly size: number; readonly runs: readonly DarkRun[] } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: BORDER });
  const size = rows.length - 2 * BORDER;
  const runs: DarkRun[] = [];
  for (let y = 0; y < size; y++) {
    const row = rows[y + BORDER]!;
    for (let x = 0; x < size;) {
      let length = 0;
      while (row[x + length + BORDER]) length++;
      if (length > 0) runs.push({ x, y, length });
      x += Math.max(length, 1);
    }
  }
  return { size, runs };
}

/** The QR code of a text as a picture that contains no text; `data:`. */
export function qrCodePicture(text: string): string {
  const { size, runs } = qrCodeRuns(text);
  const path = runs.map(({ x, y, length }) => `M${x} ${y}h${length}v1h-${length}z`).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path d="${path}"/></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}
