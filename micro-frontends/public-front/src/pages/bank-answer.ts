/** Longer than the answer of any bank. */
const MAX_LENGTH = 4_000;

/** The query of a URL as the bank signed it; null without a signature. */
export function signedAnswer(search: string): string | null {
  const query = search.replace(/^\?/, '');
  return /(^|&)K=./.test(query) && query.length <= MAX_LENGTH ? query : null;
}
