import * as r from './index';

const billWith = (numbering: r.Numbering) =>
  r.defineResource('sample.bill', {
    path: 'x',
    rights: 'x',
    fields: {
      code: r.numbered(numbering),
      draft: r.numbered({ series: 'draft', prefix: 'D', on: 'create' }),
    },
    lifecycle: {
      states: ['DRAFT', 'POSTED'],
      transitions: { post: { from: ['DRAFT'], to: 'POSTED', right: 'post' } },
    },
  });
const bill = billWith({ series: 'bill', prefix: 'F', on: 'post' });
const eve = new Date('2026-12-31T23:30:00Z');

const PARIS = 'Europe/Paris';

describe('numbers of a gap-free series', () => {
  test('are due once, at their operation, with the period in Europe/Paris', () => {
    const due = (record: object, now: Date) =>
      r
        .pendingNumbers(bill, 'post', record as r.AnyRecord, PARIS, now)
        .map(({ field, series, period, code }) => [field, series, period, code(7)]);
    expect(due({ code: null }, eve)).toEqual([['code', 'bill', 2027, 'F-2027-000007']]);
    expect(due({}, new Date('2026-12-31T22:30:00Z'))).toEqual([['code', 'bill', 2026, 'F-2026-000007']]);
    expect(due({ code: 'F-2026-000001' }, eve)).toEqual([]);
    expect(r.pendingNumbers(bill, 'create', {}, PARIS, eve).map(({ field }) => field)).toEqual(['draft']);
    expect(r.pendingNumbers(bill, 'update', {}, PARIS, eve)).toEqual([]);
  });
  test('are never accepted from callers', () => expect(r.isWritable(bill, 'code')).toBe(false));
});

describe('the format of a series', () => {
  test.each([
    ['FA-{YYYY}-{NNNNN}', 2027, 'FA-2027-00042'],
    ['{YY}{MM}/{NNN}', 202701, '2701/042'],
    ['X+{N}', 0, 'X+42'],
    ['FA_{YYYY}{MM}-{NNNN}', 202701, 'FA_202701-0042'],
  ])('%s restarts with its shortest period', (format, period, code) => {
    const [due] = r.pendingNumbers(billWith({ series: 's', format, on: 'post' }), 'post', {}, PARIS, eve);
    expect([due?.period, due?.code(42)]).toEqual([period, code]);
  });
  test('may contain a month and restart each year', () => {
    const numbering = { series: 's', format: '{YYYY}{MM}-{NNNN}', reset: 'year', on: 'post' } as const;
    expect(r.pendingNumbers(billWith(numbering), 'post', {}, PARIS, eve)[0]?.period).toBe(2027);
  });
  test('grows beyond its digits', () => expect(r.formatCode('F-{NN}', '2026', '11', 1234)).toBe('F-1234'));
  test.each([
    ['FA {YYYY}-{NNNNN}', 'not all allowed'],
    ['FA.{NNNNN}', 'not all allowed'],
    ['FÉ-{NNNNN}', 'not all allowed'],
    ['{DD}-{NNN}', 'not all allowed'],
    ['FA-{YYYY}', 'one counter'],
    ['{NN}-{NN}', 'one counter'],
    [`${'F'.repeat(22)}{YYYY}{NNNNN}`, 'longer than 35'],
    ['{MM}-{NNN}', 'restart'],
  ])('%s is refused', (format, reason) =>
    expect(() => billWith({ series: 's', format, on: 'post' })).toThrow(reason),
  );
  test.each([
    ['FA-{NNN}', 'year'],
    ['FA-{YYYY}-{NNN}', 'month'],
  ] as const)('%s cannot restart each %s: it would repeat its numbers', (format, reset) =>
    expect(() => billWith({ series: 's', format, reset, on: 'post' })).toThrow('restart'),
  );
});

describe('a number that follows a date', () => {
  const define = (numbering: Partial<r.Numbering>) =>
    r.defineResource('sample.bill', {
      path: 'x',
      rights: 'x',
      fields: {
        code: r.numbered({ series: 'bill', format: 'FA-{YYYY}-{NNN}', on: 'post', ...numbering }),
        issuedOn: r.date(),
        title: r.text(),
      },
      lifecycle: {
        states: ['DRAFT', 'POSTED'],
        transitions: { post: { from: ['DRAFT'], to: 'POSTED', right: 'post' } },
      },
    });
  const dated = define({ datedBy: 'issuedOn' });
  test('is of the period of that date, in any format', () => {
    const [due] = r.pendingNumbers(
      dated,
      'post',
      { code: null, issuedOn: '2025-02-28' },
      'Europe/Paris',
      eve,
    );
    expect([due?.day, due?.period, due?.code(3)]).toEqual(['2025-02-28', 2025, 'FA-2025-003']);
    const monthly = due?.in('{MM}/{YY}-{NN}');
    expect([monthly?.period, monthly?.code(3)]).toEqual([202502, '02/25-03']);
    const [undated] = r.pendingNumbers(dated, 'post', { issuedOn: null }, 'Europe/Paris', eve);
    expect([undated?.day, undated?.period]).toEqual(['2027-01-01', 2027]);
  });
  test('fixes that date', () => {
    expect(r.numberedDates(dated, { code: null, issuedOn: '2025-02-28' })).toEqual([]);
    expect(r.numberedDates(dated, { code: 'FA-2025-003' })).toEqual(['issuedOn']);
    expect(r.numberedDates(bill, { code: 'F-2025-003' })).toEqual([]);
  });
  test.each([[{ datedBy: 'title' }], [{ datedBy: 'missing' }], [{ datedBy: 'issuedOn', on: 'create' }]])(
    'is refused when there is no such date: %j',
    (numbering) => expect(() => define(numbering)).toThrow('no date that a transition fixes'),
  );
  test('is a document that is posted, not one that has its number as a draft', () => {
    const datedBy = (on: string) =>
      r.document({ series: 'x', prefix: 'X', on }, {}, { editableIn: [] }).code.spec.numbering?.datedBy;
    expect([datedBy('post'), datedBy('create')]).toEqual(['issuedOn', undefined]);
  });
});

describe('formats that a tenant sets', () => {
  const numbering = { series: 'bill', format: 'FA-{YYYY}-{NNN}', on: 'post' };
  const formats = r.numberFormats('sample', [{ numbering, fr: 'Factures', en: 'Bills' }]);
  test('have all texts, with the declared format of each series', () => {
    expect(r.missingLocaleKeys(formats)).toEqual([]);
    expect(formats.texts.fr['sample.number-format.series.bill']).toBe('Factures (FA-{YYYY}-{NNN})');
    expect(r.declaredSeries(formats)).toEqual([numbering]);
    expect(r.declaredSeries(bill)).toBeUndefined();
  });
});
