/** Longer than the answer of any bank. */
const MAX_LENGTH = 8_000;

/** The query of a URL as the bank signed it; null without a signature. */
export function signedAnswer(search: string): string | null {
  const query = search.replace(/^\?/, '');
  return /(^|&)(K|signature)=./.test(query) && query.length <= MAX_LENGTH ? query : null;
}

/** The bank of an answer: the names of Systempay's fields have a prefix of their own. */
export const bankOf = (query: string): 'systempay' | 'paybox' =>
  /(^|&)vads_/.test(query) ? 'systempay' : 'paybox';
