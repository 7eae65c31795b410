import { signedAnswer } from './bank-answer';

it('returns the signed query of the URL unchanged', () => {
  const query = 'outcome=accepted&M=17800&R=R-1&E=00000&K=ab%2Bc%3D';
  expect(signedAnswer(`?${query}`)).toBe(query);
});

it('returns null without a signature', () => {
  for (const search of ['', '?', '?outcome=accepted', '?K=', '?OK=1', `?K=${'x'.repeat(5_000)}`])
    expect(signedAnswer(search)).toBeNull();
});
