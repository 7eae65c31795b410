const TIME = /^([01]?\d|2[0-3])\s*[:hH]\s*([0-5]\d)?$/;

/** '20h30, 21:00' → ['20:30', '21:00']; null when a part is not a time. */
export const parseTimes = (text: string): string[] | null => {
  const parts = text
    .split(/[,;]+|\s{2,}|(?<=\d)\s+(?=\d)/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => TIME.exec(part));
  return parts.every((part) => part !== null)
    ? parts.map((part) => `${part[1]?.padStart(2, '0')}:${part[2] ?? '00'}`)
    : null;
};
