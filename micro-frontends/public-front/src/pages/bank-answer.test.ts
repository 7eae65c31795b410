import { signedAnswer } from './bank-answer';

it('finds what the bank signed, as it stands in the address', () => {
  const query = 'outcome=accepted&M=17800&R=R-1&E=00000&K=ab%2Bc%3D';
  expect(signedAnswer(`?${query}`)).toBe(query);
});

it('finds nothing where nothing is signed', () => {
  for (const search of ['', '?', '?outcome=accepted', '?K=', '?OK=1', `?K=${'x'.repeat(5_000)}`])
    expect(signedAnswer(search)).toBeNull();
});
