const LONGEST_PATH = 2_048;

/**
 * The parts of a request target that an answer quotes, taken apart without a parser that may refuse them: whatever a client
 * sends as its first line can be told back to it.
 */
export function partsOf(target: string | undefined): { path: string; query: string } {
  const whole = target ?? '/';
  const end = whole.search(/[?#]/);
  const path = end < 0 ? whole : whole.slice(0, end);
  const query = whole[end] === '?' ? whole.slice(end + 1).split('#', 1)[0]! : '';
  return { path: path.slice(0, LONGEST_PATH), query };
}

/** `?locale=` of a target. */
export const localeOf = (query: string): string | null =>
  query.includes('locale=') ? new URLSearchParams(query).get('locale') : null;
