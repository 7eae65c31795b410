/** More than any bank writes. */
const MOST = 4_000;

/** The query of an address as the bank signed it; null when it carries no signature. */
export function signedAnswer(search: string): string | null {
  const query = search.replace(/^\?/, '');
  return /(^|&)K=./.test(query) && query.length <= MOST ? query : null;
}
