/** Contrast that WCAG AA requires of text. */
const AA = 4.5;
const WHITE = '#ffffff';

/** Relative luminance of `#rrggbb`, by WCAG 2. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return channel <= 0.040_45 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrast(left: string, right: string): number {
  const [light, dark] = [luminance(left), luminance(right)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/**
 * True when a colour can be that of the public pages: it is the colour of links on white, and the ground of
 * buttons with white text.
 */
export const isReadableColor = (color: string): boolean => contrast(color, WHITE) >= AA;
