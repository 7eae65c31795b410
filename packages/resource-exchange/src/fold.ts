/** Normalises a header or label for comparison: without case, accents, ligatures and punctuation. */
export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replace(/[^\p{Letter}\p{Number}]+/gu, ' ')
    .trim();
