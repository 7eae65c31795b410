import encodeQR from 'qr';

/** Free modules around a code: readers need four. */
const MARGIN = 4;

/** A QR code with its margin as the path of an SVG: one rectangle for each run of dark modules. */
export function qrPath(text: string): { size: number; path: string } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: MARGIN });
  const path = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => {
      if (!isDark || row[x - 1]) return [];
      const end = row.indexOf(false, x);
      const length = (end < 0 ? row.length : end) - x;
      return [`M${x} ${y}h${length}v1h-${length}z`];
    }),
  );
  return { size: rows.length, path: path.join('') };
}
