/** 'Helena Brasseur' → 'HB'; a single word returns its first two letters. */
export const initials = (name: string): string => {
  const words = name
    .trim()
    .split(/[\s-]+/u)
    .filter(Boolean);
  const letters =
    words.length > 1 ? `${words[0]?.[0] ?? ''}${words.at(-1)?.[0] ?? ''}` : (words[0] ?? '').slice(0, 2);
  return letters.toLocaleUpperCase();
};

export const classes = (...names: (string | false | null | undefined)[]): string =>
  names.filter(Boolean).join(' ');
