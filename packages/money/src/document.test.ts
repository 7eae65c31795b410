import fc from 'fast-check';
import {
  billedDeposits,
  computeDocument,
  depositParts,
  DiscountRangeError,
  splitInclusive,
  sum,
  vatOn,
  type DocumentDiscount,
  type DocumentInput,
  type DocumentLine,
} from './index';

const line = (
  unitPrice: string,
  rateBasisPoints: number,
  changes: Partial<DocumentLine> = {},
): DocumentLine => ({
  quantity: '1',
  unitPrice,
  rateBasisPoints,
  ...changes,
});
const totals = ({ htMinor, taxMinor, ttcMinor }: ReturnType<typeof computeDocument>) => [
  htMinor,
  taxMinor,
  ttcMinor,
];

describe('amounts of a document (backoffice §2.3)', () => {
  it('computes VAT on the sum of a rate, and spreads it over the lines', () => {
    const document = computeDocument({
      lines: ['299.33', '179.33', '99.34'].map((price) => line(price, 2_000)),
    });
    expect(totals(document)).toEqual([57_800, 11_560, 69_360]);
    expect(sum(document.lines.map(({ taxMinor }) => taxMinor))).toBe(11_560);
    expect(sum(document.lines.map(({ ttcMinor }) => ttcMinor))).toBe(69_360);
  });
  it('computes 3 × 10.01 at 20 %', () => {
    expect(totals(computeDocument({ lines: [line('10.01', 2_000, { quantity: '3' })] }))).toEqual([
      3_003, 601, 3_604,
    ]);
    expect(totals(computeDocument({ lines: Array(3).fill(line('10.01', 2_000)) as DocumentLine[] }))).toEqual(
      [3_003, 601, 3_604],
    );
  });
  it.each([
    [550, 4_265, 235],
    [210, 4_407, 93],
  ])('extracts the VAT of a price of 45.00 entered with VAT at %i', (rate, base, tax) => {
    expect(totals(computeDocument({ priceEntry: 'TTC', lines: [line('45', rate)] }))).toEqual([
      base,
      tax,
      4_500,
    ]);
  });
  it('keeps the total with VAT when many small prices are entered with it', () => {
    const document = computeDocument({
      priceEntry: 'TTC',
      lines: Array(7).fill(line('0.99', 2_000)) as DocumentLine[],
    });
    expect(document.ttcMinor).toBe(693);
    expect(sum(document.lines.map(({ ttcMinor }) => ttcMinor))).toBe(693);
    expect(sum(document.lines.map(({ htMinor }) => htMinor))).toBe(document.htMinor);
  });
  it('takes the discount of a line, and prices of six decimals', () => {
    const { htMinor } = computeDocument({
      lines: [line('0.333333', 2_000, { quantity: '1000', discountBasisPoints: 1_000 })],
    });
    expect(htMinor).toBe(30_000);
  });
  it('does not count texts and options that are not chosen', () => {
    const document = computeDocument({
      lines: [
        line('100', 2_000, { group: 'a' }),
        line('0', 0, { kind: 'text', quantity: 'x', group: 'b' }),
        line('50', 2_000, { option: 'proposed', group: 'a' }),
        line('25', 2_000, { option: 'chosen', group: 'a' }),
      ],
    });
    expect(totals(document)).toEqual([12_500, 2_500, 15_000]);
    expect(document.lines[2]).toEqual({ htMinor: 5_000, ttcMinor: 6_000, taxMinor: 1_000, isCounted: false });
    expect(document.lines[1]).toMatchObject({ htMinor: 0, isCounted: false });
    expect([...document.groups]).toEqual([
      ['a', { htMinor: 12_500, ttcMinor: 15_000 }],
      ['b', { htMinor: 0, ttcMinor: 0 }],
    ]);
  });
  it('has a row of its own for each exemption', () => {
    const { vatTable } = computeDocument({
      lines: [
        line('10', 0, { exemption: 'Article 261 du CGI' }),
        line('20', 0),
        line('30', 0, { exemption: 'Article 293 B du CGI' }),
        line('40', 2_000),
      ],
    });
    expect(vatTable.map((row) => [row.rateBasisPoints, row.exemption, row.baseMinor, row.taxMinor])).toEqual([
      [2_000, null, 4_000, 800],
      [0, null, 2_000, 0],
      [0, 'Article 261 du CGI', 1_000, 0],
      [0, 'Article 293 B du CGI', 3_000, 0],
    ]);
    expect(() => computeDocument({ lines: [line('1', 2_000, { exemption: 'none' })] })).toThrow(RangeError);
  });
  it('is empty without lines', () => expect(totals(computeDocument({ lines: [] }))).toEqual([0, 0, 0]));
  it('accepts returned lines', () => {
    const document = computeDocument({
      lines: [line('100', 2_000), line('30', 2_000, { quantity: '-1' }), line('10', 550, { quantity: '-1' })],
      discount: { kind: 'HT', minor: 600 },
    });
    expect(document.discount.htMinor).toBe(600);
    expect(document.htMinor).toBe(5_400);
    expect(sum(document.lines.map(({ taxMinor }) => taxMinor))).toBe(document.taxMinor);
  });
  it('refuses amounts that no integer holds', () =>
    expect(() => computeDocument({ lines: [line('999999999999', 0, { quantity: '999999' })] })).toThrow(
      RangeError,
    ));
});

describe('a discount on the document (backoffice §2.4)', () => {
  const lines = [line('100', 2_000), line('50', 550), line('33.33', 210)];
  it('is spread over the rates by largest remainder', () => {
    const document = computeDocument({ lines, discount: { kind: 'HT', minor: 1_000 } });
    expect(document.vatTable.map(({ allowanceMinor }) => allowanceMinor)).toEqual([545, 273, 182]);
    expect(document.vatTable.map(({ baseMinor }) => baseMinor)).toEqual([9_455, 4_727, 3_151]);
    expect(document.vatTable.map(({ taxMinor }) => taxMinor)).toEqual([1_891, 260, 66]);
    expect(totals(document)).toEqual([17_333, 2_217, 19_550]);
  });
  it('takes exactly the amount with VAT', () => {
    const before = computeDocument({ lines });
    const after = computeDocument({ lines, discount: { kind: 'TTC', minor: 1_000 } });
    expect(after.ttcMinor).toBe(before.ttcMinor - 1_000);
    expect(after.discount.ttcMinor).toBe(1_000);
  });
  it('is a share of what prices are entered with', () => {
    const discount = { kind: 'percent', basisPoints: 1_000 } as const;
    expect(computeDocument({ lines, discount }).discount.htMinor).toBe(1_833);
    expect(computeDocument({ priceEntry: 'TTC', lines, discount }).ttcMinor).toBe(18_333 - 1_833);
  });
  it('cannot exceed the total, and may be the total', () => {
    expect(() => computeDocument({ lines, discount: { kind: 'HT', minor: 18_334 } })).toThrow(
      DiscountRangeError,
    );
    expect(() => computeDocument({ lines, discount: { kind: 'HT', minor: -1 } })).toThrow(DiscountRangeError);
    expect(() => computeDocument({ lines: [], discount: { kind: 'TTC', minor: 1 } })).toThrow(
      DiscountRangeError,
    );
    expect(totals(computeDocument({ lines, discount: { kind: 'HT', minor: 18_333 } }))).toEqual([0, 0, 0]);
    expect(totals(computeDocument({ lines, discount: { kind: 'percent', basisPoints: 10_000 } }))).toEqual([
      0, 0, 0,
    ]);
  });
});

describe('deposits (backoffice §2.5)', () => {
  const lines = [line('100', 2_000), line('50', 550)];
  const quote = computeDocument({ lines });
  it('have a part per rate', () => {
    expect(quote.ttcMinor).toBe(17_275);
    const parts = depositParts(quote.vatTable, { kind: 'percent', basisPoints: 3_000 });
    expect(parts.map(({ baseMinor, taxMinor }) => [baseMinor, taxMinor])).toEqual([
      [3_000, 600],
      [1_500, 83],
    ]);
    expect(sum(parts.map(({ baseMinor, taxMinor }) => baseMinor + taxMinor))).toBe(5_183);
  });
  it('are subtracted as they were billed: the bills of a quote add up to the quote', () => {
    const parts = depositParts(quote.vatTable, { kind: 'percent', basisPoints: 3_000 });
    const final = computeDocument({ lines, deposits: billedDeposits(parts) });
    expect(final.vatTable.map(({ baseMinor, taxMinor }) => [baseMinor, taxMinor])).toEqual([
      [7_000, 1_400],
      [3_500, 192],
    ]);
    expect(final.ttcMinor).toBe(17_275 - 5_183);
  });
  it('are an amount with VAT, too, at most the total', () => {
    const parts = depositParts(quote.vatTable, { kind: 'TTC', minor: 17_275 });
    expect(totals(computeDocument({ lines, deposits: billedDeposits(parts) }))).toEqual([0, 0, 0]);
    for (const minor of [0, -1, 17_276])
      expect(() => depositParts(quote.vatTable, { kind: 'TTC', minor })).toThrow(RangeError);
  });
});

describe('properties of documents', () => {
  const decimals = (max: number, digits: number) =>
    fc
      .tuple(fc.integer({ min: 0, max }), fc.integer({ min: 0, max: 10 ** digits - 1 }))
      .map(([units, part]) => `${units}.${String(part).padStart(digits, '0')}`);
  const anyLine: fc.Arbitrary<DocumentLine> = fc.record({
    quantity: decimals(500, 4),
    unitPrice: decimals(5_000, 6),
    rateBasisPoints: fc.constantFrom(0, 210, 550, 1_000, 2_000),
    discountBasisPoints: fc.integer({ min: 0, max: 10_000 }),
    option: fc.constantFrom(null, null, 'chosen' as const, 'proposed' as const),
    kind: fc.constantFrom('line' as const, 'line' as const, 'text' as const),
    group: fc.constantFrom(null, 'a', 'b'),
  });
  const returned = anyLine.map((entry) => ({ ...entry, quantity: `-${entry.quantity}` }));
  const lines = fc.array(fc.oneof({ weight: 9, arbitrary: anyLine }, { weight: 1, arbitrary: returned }), {
    maxLength: 40,
  });
  const entry = fc.constantFrom('HT' as const, 'TTC' as const);
  /** A discount that the document allows: a share of its total. */
  const withDiscount = (
    input: DocumentInput,
    kind: DocumentDiscount['kind'],
    share: number,
  ): DocumentInput => {
    if (kind === 'percent') return { ...input, discount: { kind, basisPoints: share } };
    const { subtotal } = computeDocument(input);
    const total = Math.max(0, kind === 'HT' ? subtotal.htMinor : subtotal.ttcMinor);
    return { ...input, discount: { kind, minor: Math.floor((total * share) / 10_000) } };
  };
  const documents = fc
    .tuple(lines, entry, fc.constantFrom('percent' as const, 'HT' as const, 'TTC' as const), fc.nat(10_000))
    .map(([entries, priceEntry, kind, share]) => withDiscount({ lines: entries, priceEntry }, kind, share));

  it('lines add up to the totals before the discount, and their VAT to the VAT of the document', () => {
    fc.assert(
      fc.property(documents, (input) => {
        const { lines: amounts, subtotal, taxMinor, groups } = computeDocument(input);
        const counted = amounts.filter(({ isCounted }) => isCounted);
        expect(sum(counted.map((amount) => amount.htMinor))).toBe(subtotal.htMinor);
        expect(sum(counted.map((amount) => amount.ttcMinor))).toBe(subtotal.ttcMinor);
        expect(sum(counted.map((amount) => amount.taxMinor))).toBe(taxMinor);
        const ungrouped = amounts.filter(({ isCounted }, index) => isCounted && !input.lines[index]!.group);
        expect(sum([...groups.values(), ...ungrouped].map((amount) => amount.htMinor))).toBe(
          subtotal.htMinor,
        );
      }),
    );
  });
  it('a discount is spread to the cent, and the table adds up to the totals', () => {
    fc.assert(
      fc.property(documents, (input) => {
        const document = computeDocument(input);
        const { discount, subtotal, vatTable } = document;
        expect(sum(vatTable.map(({ allowanceMinor }) => allowanceMinor))).toBe(discount.htMinor);
        expect(document.htMinor).toBe(subtotal.htMinor - discount.htMinor);
        expect(document.ttcMinor).toBe(subtotal.ttcMinor - discount.ttcMinor);
        expect(document.ttcMinor).toBe(document.htMinor + document.taxMinor);
        expect(sum(vatTable.map(({ baseMinor }) => baseMinor))).toBe(document.htMinor);
        if (input.discount && input.discount.kind !== 'percent')
          expect(input.discount.kind === 'HT' ? discount.htMinor : discount.ttcMinor).toBe(
            input.discount.minor,
          );
      }),
    );
  });
  it('the VAT of a rate is its base times the rate, or the rest of the amount with VAT', () => {
    fc.assert(
      fc.property(documents, (input) => {
        const isExact = input.priceEntry === 'HT' && input.discount?.kind !== 'TTC';
        for (const { rateBasisPoints, baseMinor, taxMinor } of computeDocument(input).vatTable) {
          const difference = Math.abs(taxMinor - vatOn(baseMinor, rateBasisPoints));
          expect(difference).toBeLessThanOrEqual(isExact ? 0 : 1);
        }
      }),
    );
  });
  it('prices entered with VAT keep the amount with VAT of each rate', () => {
    fc.assert(
      fc.property(lines, (entries) => {
        const document = computeDocument({ lines: entries, priceEntry: 'TTC' });
        for (const { rateBasisPoints, baseMinor, taxMinor } of document.vatTable) {
          const own = document.lines.filter(
            ({ isCounted }, index) => isCounted && entries[index]!.rateBasisPoints === rateBasisPoints,
          );
          expect(baseMinor + taxMinor).toBe(sum(own.map(({ ttcMinor }) => ttcMinor)));
          expect(splitInclusive(baseMinor + taxMinor, rateBasisPoints)).toMatchObject({
            baseMinor,
            taxMinor,
          });
        }
      }),
    );
  });
  it('the order of the lines changes no total', () => {
    fc.assert(
      fc.property(documents, (input) => {
        const { vatTable, subtotal, ...forward } = computeDocument(input);
        const backward = computeDocument({ ...input, lines: [...input.lines].reverse() });
        expect(backward.vatTable).toEqual(vatTable);
        expect(backward.subtotal).toEqual(subtotal);
        expect(totals(backward)).toEqual([forward.htMinor, forward.taxMinor, forward.ttcMinor]);
      }),
    );
  });
  it('a deposit and the final bill add up to the document', () => {
    fc.assert(
      fc.property(
        fc.array(anyLine, { minLength: 1, maxLength: 20 }),
        entry,
        fc.integer({ min: 1, max: 10_000 }),
        (entries, priceEntry, share) => {
          const quote = computeDocument({ lines: entries, priceEntry });
          const minor = Math.floor((quote.ttcMinor * share) / 10_000);
          fc.pre(minor > 0);
          const parts = depositParts(quote.vatTable, { kind: 'TTC', minor });
          expect(sum(parts.map(({ baseMinor, taxMinor }) => baseMinor + taxMinor))).toBe(minor);
          const final = computeDocument({ lines: entries, priceEntry, deposits: billedDeposits(parts) });
          expect(final.ttcMinor).toBe(quote.ttcMinor - minor);
          expect(final.taxMinor + sum(parts.map(({ taxMinor }) => taxMinor))).toBe(quote.taxMinor);
        },
      ),
    );
  });
});
