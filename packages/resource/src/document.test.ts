import * as r from './index';

const bill = r.defineResource('sample.bill', {
  path: 'sample/bills',
  rights: 'sample.bill',
  fields: r.document(
    { series: 'bill', format: 'FA-{YYYY}-{NNNNN}', on: 'post' },
    { title: r.text() },
    { editableIn: ['DRAFT'], lines: { account: r.text() } },
  ),
  derive: r.documentTotals,
  lifecycle: {
    states: ['DRAFT', 'POSTED'],
    transitions: { post: { from: ['DRAFT'], to: 'POSTED', right: 'post' } },
  },
});
const item = (quantity: string, unitPrice: string, vatRate: string | null, values: object = {}) => ({
  id: `${quantity} ${unitPrice}`,
  kind: 'line',
  quantity,
  unitPrice,
  vatRate,
  discount: null,
  vatExemption: null,
  ...values,
});
const totals = (record: r.DocumentRecord) => [
  r.documentTotals.totalHT(record),
  r.documentTotals.totalVAT(record),
  r.documentTotals.totalTTC(record),
];
const codeOf = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    if (error instanceof r.BlockedError) return error.blocker;
    throw error;
  }
  return undefined;
};

describe('a commercial document', () => {
  test('has a readonly number, totals and copies of the parties', () => {
    const writable = Object.keys(bill.fields).filter((field) => r.isWritable(bill, field));
    expect(writable).toEqual([
      ...[
        'issuedOn',
        'validUntil',
        'dueOn',
        'priceEntry',
        'groups',
        'items',
        'discountKind',
        'discountValue',
      ],
      ...['header', 'footer', 'title'],
    ]);
    const line = bill.fields.items.spec.fields;
    expect(Object.keys(line ?? {})).toContain('account');
    expect(line?.unitPrice?.spec.decimals).toBe(6);
    expect(['totalHT', 'totalTTC'].map((field) => line?.[field]?.spec.readonly)).toEqual([true, true]);
  });
  test('rounds the tax once per rate', () => {
    const items = [
      item('3', '0.33', '20'),
      item('1', '10', '5.5', { discount: '12.5' }),
      item('2', '0.33', '20'),
    ];
    expect(totals({ items })).toEqual(['10.40', '0.81', '11.21']);
    expect(totals({ items: [] })).toEqual(['0.00', '0.00', '0.00']);
    expect(totals({ items: [item('-1', '10', '20')] })).toEqual(['-10.00', '-2.00', '-12.00']);
  });
  test('reproduces the discount of backoffice §2.4 in its VAT table', () => {
    const items = [item('1', '100', '20'), item('1', '50', '5.5'), item('1', '33.33', '2.1')];
    const record = { items, discountKind: 'HT', discountValue: '10' };
    expect(totals(record)).toEqual(['173.33', '22.17', '195.50']);
    expect(r.documentTotals.vatTable(record)).toEqual([
      { rate: '20', exemption: null, lines: '100.00', discount: '5.45', base: '94.55', vat: '18.91' },
      { rate: '5.5', exemption: null, lines: '50.00', discount: '2.73', base: '47.27', vat: '2.60' },
      { rate: '2.1', exemption: null, lines: '33.33', discount: '1.82', base: '31.51', vat: '0.66' },
    ]);
  });
  test('takes prices with VAT, a percentage, options and deposits', () => {
    const items = [item('1', '45', '5.5')];
    expect(totals({ items, priceEntry: 'TTC' })).toEqual(['42.65', '2.35', '45.00']);
    expect(totals({ items, priceEntry: 'TTC', discountKind: 'percent', discountValue: '10' })[2]).toBe(
      '40.50',
    );
    const options = [
      ...items,
      item('1', '10', '20', { option: 'proposed' }),
      item('2', '10', '20', { option: 'chosen' }),
    ];
    expect(totals({ items: options })[0]).toBe('65.00');
    const quote = [item('1', '100', '20'), item('1', '50', '5.5')];
    const deposits = [
      { label: 'AC-1', rate: '20', base: '30.00', vat: '6.00' },
      { label: 'AC-1', rate: '5.5', base: '15.00', vat: '0.83' },
    ];
    expect(totals({ items: quote, deposits })[2]).toBe('120.92');
  });
  test('refuses a discount above its total by name', () => {
    const items = [item('1', '10', '20')];
    const blocker = { code: 'document.discount-above-total', params: {}, pointer: '/discountValue' };
    for (const [discountKind, discountValue] of [
      ['HT', '10.01'],
      ['TTC', '12.01'],
      ['percent', '100.01'],
    ])
      expect(codeOf(() => totals({ items, discountKind, discountValue }))).toEqual(blocker);
    expect(totals({ items, discountKind: 'TTC', discountValue: '12' })[2]).toBe('0.00');
  });
  test('needs a rate on each line, and no text for a taxed one', () => {
    const blockers = (...items: unknown[]) =>
      r.rowBlockers(bill.fields, { items }).map(({ code, pointer }) => `${pointer} ${code}`);
    expect(blockers(item('1', '1', '20'), item('1', '1', null))).toEqual([
      '/items/1/vatRate validation.not-blank',
    ]);
    expect(blockers(item('1', '1', '20', { vatExemption: 'Article 261' }))).toEqual([
      '/items/0/vatExemption document.exempt-with-rate',
    ]);
    expect(blockers(item('1', '1', '0', { vatExemption: 'Article 261' }))).toEqual([]);
    expect(blockers(item('1', '1', null, { kind: 'text' }))).toEqual([]);
  });
  test('describes to screens what they compute, and when lines are locked', () => {
    const { fields } = r.describeResourceFor(bill, { fr: {}, en: {} }, () => true);
    const items = fields.find(({ name }) => name === 'items');
    expect(items?.editableIn).toEqual(['DRAFT']);
    const inner = (name: string) => items?.fields?.find((field) => field.name === name);
    expect(inner('group')).toMatchObject({ type: 'text', sibling: 'groups' });
    expect(inner('totalHT')).toMatchObject({ readonly: true });
    expect(inner('quantity')).not.toHaveProperty('readonly');
  });
});
