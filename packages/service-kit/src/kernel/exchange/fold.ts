/** Case, accents, ligatures and punctuation aside: what makes two headers or two labels the same to a person. */
export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replace(/[^\p{Letter}\p{Number}]+/gu, ' ')
    .trim();
