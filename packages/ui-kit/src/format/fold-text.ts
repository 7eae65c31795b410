/** Without accents, capitals and ligatures, for searches in texts: "oeuvre validee" finds "Œuvre validée". */
export const foldText = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('œ', 'oe').replaceAll('æ', 'ae');
