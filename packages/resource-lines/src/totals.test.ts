import fc from 'fast-check';
import { blankLine, lineEntry, type LinesDocument } from './model/document';
import { quoteDocument } from './model/sample.fixture';
import { amountOf, computeTotals, withStoredTotals } from './totals';

const documentOf = (
  lines: Partial<Parameters<typeof blankLine>[0]>[],
  part: Partial<LinesDocument> = {},
): LinesDocument => ({
  entries: lines.map((line) => lineEntry(blankLine(line))),
  priceEntry: 'HT',
  discountKind: null,
  discountValue: '',
  ...part,
});

it('computes the quote of the drawings to the cent', () => {
  const totals = computeTotals(quoteDocument);
  expect(Object.fromEntries(totals.lines)).toEqual({
    l1: 202_987,
    l2: 158_893,
    l3: 48_000,
    l4: 57_500,
    l5: 2_917,
    l6: 29_000,
  });
  expect(Object.fromEntries(totals.groups)).toEqual({ g1: 409_880, g2: 60_417 });
  expect(totals).toMatchObject({
    linesTotal: 470_297,
    discount: 14_109,
    discountProblem: null,
    totalHT: 456_188,
    totalVAT: 41_697,
    totalTTC: 497_885,
    vatTable: [
      { rateBasisPoints: 2000, baseMinor: 49_390, taxMinor: 9_878 },
      { rateBasisPoints: 1000, baseMinor: 209_901, taxMinor: 20_990 },
      { rateBasisPoints: 550, baseMinor: 196_897, taxMinor: 10_829 },
    ],
  });
});

it('rounds VAT once per rate', () => {
  const three = documentOf([1, 2, 3].map(() => ({ unitPrice: '10.01', vatRate: '20' })));
  expect(computeTotals(three)).toMatchObject({ totalHT: 3_003, totalVAT: 601 });
});

it('spreads a discount over the rates by largest remainder', () => {
  const totals = computeTotals(
    documentOf(
      [
        { unitPrice: '100', vatRate: '20' },
        { unitPrice: '50', vatRate: '5.5' },
        { unitPrice: '33.33', vatRate: '2.1' },
      ],
      { discountKind: 'HT', discountValue: '10' },
    ),
  );
  expect(totals.vatTable.map(({ baseMinor }) => baseMinor)).toEqual([9_455, 4_727, 3_151]);
  expect(totals).toMatchObject({ totalHT: 17_333, totalTTC: 19_550 });
});

it('keeps prices with VAT to the cent', () => {
  const totals = computeTotals(documentOf([{ unitPrice: '45', vatRate: '5.5' }], { priceEntry: 'TTC' }));
  expect(totals).toMatchObject({ linesTotal: 4_500, totalHT: 4_265, totalVAT: 235, totalTTC: 4_500 });
});

it('subtracts a discount with VAT from the amount to pay', () => {
  const totals = computeTotals(
    documentOf([{ unitPrice: '100', vatRate: '20' }], { discountKind: 'TTC', discountValue: '12' }),
  );
  expect(totals).toMatchObject({ totalHT: 9_000, totalVAT: 1_800, totalTTC: 10_800 });
});

it.each([
  ['HT', '100.01', 'lines.discount.tooLarge'],
  ['percent', '101', 'lines.problem.rate'],
  ['HT', 'beaucoup', 'lines.problem.number'],
] as const)('a discount %s of %s is not subtracted, and says why', (discountKind, discountValue, problem) => {
  const totals = computeTotals(
    documentOf([{ unitPrice: '100', vatRate: '20' }], { discountKind, discountValue }),
  );
  expect(totals).toMatchObject({ discountProblem: problem, totalHT: 10_000 });
});

it('subtracts deposits as they were billed, and shows them in the prices of the document', () => {
  const deposits = [
    { label: 'AC-1', rate: '20', exemption: null, base: '30.00', vat: '6.00' },
    { label: 'AC-1', rate: '5.5', exemption: null, base: '15.00', vat: '0.83' },
  ];
  const lines = [
    { unitPrice: '100', vatRate: '20' },
    { unitPrice: '50', vatRate: '5.5' },
  ];
  expect(computeTotals(documentOf(lines, { deposits }))).toMatchObject({
    deposits: [{ label: 'AC-1', minor: 4_500 }],
    linesTotal: 15_000,
    totalHT: 10_500,
    totalTTC: 12_092,
  });
});

it('has a row of VAT for each exemption', () => {
  const exempt = { unitPrice: '10', vatRate: '0', vatExemption: 'Article 261' };
  const { vatTable } = computeTotals(documentOf([exempt, { unitPrice: '5', vatRate: '0' }]));
  expect(vatTable.map(({ exemption, baseMinor }) => [exemption, baseMinor])).toEqual([
    [null, 500],
    ['Article 261', 1_000],
  ]);
});

it('has no total, and says why, when it is larger than any amount', () => {
  const huge = { quantity: '900000', unitPrice: '99999999', vatRate: '20' };
  const totals = computeTotals(documentOf(Array.from({ length: 30 }, () => huge)));
  expect(totals).toMatchObject({ problem: 'lines.totalTooLarge', totalTTC: 0 });
});

it('shows the amounts that the service stored', () => {
  const stored = {
    vatTable: [{ rate: '20', exemption: null, lines: '9.00', discount: '0.00', base: '9.00', vat: '1.81' }],
    totalHT: '9.00',
    totalVAT: '1.81',
    totalTTC: '10.81',
  };
  expect(withStoredTotals(computeTotals(documentOf([])), stored)).toMatchObject({
    vatTable: [{ rateBasisPoints: 2000, baseMinor: 900, taxMinor: 181 }],
    totalVAT: 181,
    totalTTC: 1_081,
  });
});

it('leaves an invalid line out, and does not throw on a huge one', () => {
  expect(amountOf(blankLine({ unitPrice: 'douze' }))).toBeNull();
  expect(amountOf(blankLine({ quantity: '999999999', unitPrice: '999999999' }))).toBeNull();
  expect(computeTotals(documentOf([{ unitPrice: 'x' }, { unitPrice: '5' }])).linesTotal).toBe(500);
});

it('Σ of lines less discount is the total, whatever the lines', () => {
  const rate = fc.constantFrom('20', '10', '5.5', '2.1', '0');
  const anyLine = fc.record({
    quantity: fc.integer({ min: 0, max: 500 }).map(String),
    unitPrice: fc.integer({ min: 0, max: 500_000 }).map((price) => (price / 100).toFixed(2)),
    discount: fc.integer({ min: 0, max: 100 }).map(String),
    vatRate: rate,
    option: fc.constantFrom(null, 'proposed' as const, 'chosen' as const),
  });
  fc.assert(
    fc.property(
      fc.array(anyLine, { maxLength: 20 }),
      fc.integer({ min: 0, max: 100 }).map(String),
      fc.constantFrom('HT' as const, 'TTC' as const),
      (lines, discountValue, priceEntry) => {
        const totals = computeTotals(
          documentOf(lines, { priceEntry, discountKind: 'percent', discountValue }),
        );
        const paid = priceEntry === 'HT' ? totals.totalHT : totals.totalTTC;
        expect(totals.discountProblem).toBeNull();
        expect(paid).toBe(totals.linesTotal - totals.discount);
        expect(totals.totalHT + totals.totalVAT).toBe(totals.totalTTC);
      },
    ),
  );
});
