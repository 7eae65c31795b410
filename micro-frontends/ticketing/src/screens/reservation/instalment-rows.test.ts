import { instalmentsFrom, previewOf, proposedRows, rowsOf } from './instalment-rows';

const names = { deposit: 'Acompte', balance: 'Solde' };

test('a deposit and the balance are proposed, and never after the performance', () => {
  const today = new Date(2027, 0, 1);
  const far = proposedRows(today, new Date(2027, 2, 20, 20, 30), names);
  expect(far.map(({ dueOn }) => dueOn)).toEqual(['2027-01-08', '2027-03-06']);
  const near = proposedRows(today, new Date(2027, 0, 10, 20, 30), names);
  expect(near.map(({ dueOn }) => dueOn)).toEqual(['2027-01-08', '2027-01-10']);
  const soon = proposedRows(today, new Date(2027, 0, 5, 20, 30), names);
  expect(soon.map(({ dueOn }) => dueOn)).toEqual(['2027-01-01', '2027-01-05']);
});

test('for a performance of today everything is proposed in a single payment', () => {
  const tonight = proposedRows(new Date(2027, 0, 1, 18), new Date(2027, 0, 1, 20, 30), names);
  expect(instalmentsFrom(tonight)).toEqual([
    { label: 'Solde', dueOn: '2027-01-01', share: { kind: 'rest' } },
  ]);
  expect(previewOf(tonight, 89_000)).toEqual([89_000]);
});

test('rows become instalments when they are complete', () => {
  const rows = proposedRows(new Date(2027, 0, 1), new Date(2027, 2, 20), names);
  expect(instalmentsFrom(rows)).toEqual([
    { label: 'Acompte', dueOn: '2027-01-08', share: { kind: 'percentage', points: 3_000 } },
    { label: 'Solde', dueOn: '2027-03-06', share: { kind: 'rest' } },
  ]);
  const [deposit, balance] = rows;
  for (const value of ['', '0', 'x', '101'])
    expect(instalmentsFrom([{ ...deposit!, value }, balance!])).toBeNull();
  expect(instalmentsFrom([{ ...deposit!, label: ' ' }, balance!])).toBeNull();
  expect(instalmentsFrom([])).toEqual([]);
});

test('amounts are shown while they are typed', () => {
  const [deposit, balance] = proposedRows(new Date(2027, 0, 1), new Date(2027, 2, 20), names);
  expect(previewOf([deposit!, balance!], 89_000)).toEqual([26_700, 62_300]);
  const amount = { ...deposit!, kind: 'amount' as const, value: '1000' };
  expect(previewOf([amount, balance!], 89_000)).toEqual([null, null]);
});

test('a stored schedule is typed again as it was agreed', () => {
  const stored = [
    { label: 'Acompte', dueOn: '2027-01-08', share: { kind: 'amount' as const, amountMinor: 12_050 } },
    { label: 'Solde', dueOn: '2027-02-08', share: { kind: 'rest' as const } },
  ].map((each) => ({ ...each, amountMinor: 1, paidMinor: 0, state: 'NEXT' as const }));
  const rows = rowsOf(stored);
  expect(rows[0]).toMatchObject({ kind: 'amount', value: '120.50' });
  expect(instalmentsFrom(rows)?.map(({ share }) => share)).toEqual(stored.map(({ share }) => share));
});
