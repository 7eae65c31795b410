import type { Language } from '@coulisse/contracts';
import type { DecimalSign } from '../parse-number';
import { DELIMITERS, type Delimiter } from './spreadsheet.port';

/** What spreadsheets in a language expect: in French the comma is the decimal separator. */
export const conventionsOf = (language: Language): { decimal: DecimalSign; delimiter: Delimiter } =>
  language === 'fr' ? { decimal: ',', delimiter: ';' } : { decimal: '.', delimiter: ',' };

const SAMPLE_LINES = 20;
/** Maximum number of characters examined: a file may be one line. */
const SAMPLE_SIGNS = 1024 * 1024;

/** Counts each delimiter outside of quotes, for each of the first lines that are not blank. */
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
 * The delimiter of a file: the one whose count on most lines equals that on the header line. A file of one column has
 * no delimiter; a semicolon is then a safe default.
 */
export function detectDelimiter(text: string): Delimiter {
  const lines = countsByLine(text);
  const header = lines[0];
  if (!header) return ';';
  const score = (delimiter: Delimiter) => {
    const expectedCount = header[delimiter];
    const same = lines.filter((line) => line[delimiter] === expectedCount).length;
    return expectedCount === 0 ? 0 : (same / lines.length) * 100 + Math.min(expectedCount, 50);
  };
  const [best] = [...DELIMITERS].sort((left, right) => score(right) - score(left));
  return best !== undefined && score(best) > 0 ? best : ';';
}
