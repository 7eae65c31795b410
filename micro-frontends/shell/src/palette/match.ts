/** Without accents nor case: people type "telephone" for "Téléphone". */
export const plain = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();

/** Every typed word begins a word of the label. */
export const matches = (label: string, typed: string): boolean => {
  const words = plain(label).split(/[\s'’-]+/u);
  return plain(typed)
    .split(/\s+/u)
    .filter(Boolean)
    .every((part) => words.some((word) => word.startsWith(part)));
};
