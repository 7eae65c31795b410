const LONGEST_PATH = 2_048;

/**
 * The path and query of a request target, split without a URL parser, which may throw: a problem can quote any target
 * that a client sends.
 */
export function partsOf(target: string | undefined): { path: string; query: string } {
  const fullTarget = target ?? '/';
  const end = fullTarget.search(/[?#]/);
  const path = end < 0 ? fullTarget : fullTarget.slice(0, end);
  const query = fullTarget[end] === '?' ? fullTarget.slice(end + 1).split('#', 1)[0]! : '';
  return { path: path.slice(0, LONGEST_PATH), query };
}

/** The `locale` parameter of a query. */
export const localeOf = (query: string): string | null =>
  query.includes('locale=') ? new URLSearchParams(query).get('locale') : null;
