import { bankOf, signedAnswer } from './bank-answer';

it('returns the signed query of the URL unchanged', () => {
  const query = 'outcome=accepted&M=17800&R=R-1&E=00000&K=ab%2Bc%3D';
  expect(signedAnswer(`?${query}`)).toBe(query);
});

it('returns null without a signature', () => {
  for (const search of ['', '?', '?outcome=accepted', '?K=', '?OK=1', `?K=${'x'.repeat(9_000)}`])
    expect(signedAnswer(search)).toBeNull();
});

it('knows the bank by the names of the fields', () => {
  const query = 'outcome=accepted&vads_amount=17800&vads_order_id=R-1&signature=ab%2Bc%3D';
  expect(signedAnswer(`?${query}`)).toBe(query);
  expect(bankOf(query)).toBe('systempay');
  expect(bankOf('outcome=accepted&M=17800&E=00000&K=x')).toBe('paybox');
});
