export const DELIMITERS = [';', ',', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

const SAMPLE_LINES = 20;
/** Signs that are looked at: a file may be one line. */
const SAMPLE_SIGNS = 1024 * 1024;

/** How often each delimiter stands outside of quotes on each of the first lines that have something on them. */
function countsByLine(text: string): Record<Delimiter, number>[] {
  const lines: Record<Delimiter, number>[] = [];
  const none = () => ({ ';': 0, ',': 0, '\t': 0, '|': 0 });
  let [counts, blank, quoted] = [none(), true, false];
  for (const sign of text.slice(0, SAMPLE_SIGNS)) {
    if (sign === '"') quoted = !quoted;
    if (sign === '\n' && !quoted) {
      if (!blank) lines.push(counts);
      if (lines.length === SAMPLE_LINES) return lines;
      [counts, blank] = [none(), true];
      continue;
    }
    if (!/\s/.test(sign)) blank = false;
    if (!quoted && sign in counts) counts[sign as Delimiter] += 1;
  }
  if (!blank) lines.push(counts);
  return lines;
}

/**
 * What stands between the cells of a file: the sign of the header line that most lines have as often as it. A file of one
 * column has none; a semicolon then does no harm.
 */
export function detectDelimiter(text: string): Delimiter {
  const lines = countsByLine(text);
  const header = lines[0];
  if (!header) return ';';
  const score = (delimiter: Delimiter) => {
    const wanted = header[delimiter];
    const same = lines.filter((line) => line[delimiter] === wanted).length;
    return wanted === 0 ? 0 : (same / lines.length) * 100 + Math.min(wanted, 50);
  };
  const [best] = [...DELIMITERS].sort((left, right) => score(right) - score(left));
  return best !== undefined && score(best) > 0 ? best : ';';
}
