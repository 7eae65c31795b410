import fc from 'fast-check';
import {
  COLUMNS,
  roomsWithoutAddress,
  rowsOf,
  STATEMENTS,
  StatementTotals,
  type TicketGroup,
} from './statement.domain';
import { headerOf, titleOf, wordOf } from './statement-texts';

const group = (changes: Partial<TicketGroup> = {}): TicketGroup => ({
  performanceId: 'p1',
  show: 'Le Grand Soir',
  genre: 'CABARET',
  date: '2026-11-29',
  time: '20:30',
  roomId: 'r1',
  room: 'Grande salle',
  address: '4 rue du Port',
  zipCode: '69002',
  city: 'Lyon',
  costMinor: 120_000,
  seats: 240,
  category: 'Or',
  priceMinor: 10_550,
  sold: 100,
  canceled: 2,
  firstNumber: 'T-2026-000001',
  lastNumber: 'T-2026-000102',
  vat: [{ rateBasisPoints: 550, amountMinor: 1_055_000, rates: [550] }],
  ...changes,
});
const free = group({ category: 'Invitation', priceMinor: 0, sold: 3, canceled: 0, vat: [] });
const declarant = { sacemNumber: 'S-12', cnvNumber: 'C-34', gaugeUsed: null };
const rows = (kind: Parameters<typeof rowsOf>[0], groups: TicketGroup[]) =>
  rowsOf(kind, groups, declarant, 350).map((row) =>
    Object.fromEntries(COLUMNS[kind].map(([name], index) => [name, row[index]])),
  );

describe('statements (R-175)', () => {
  test('the ticketing slip has numbers, paid and free tickets and receipts for each category and price', () => {
    expect(rows('TICKETING_SLIP', [group(), free])).toEqual([
      expect.objectContaining({
        ...{ category: 'Or', price: '105.50', paidTickets: 100, freeTickets: 0, canceledTickets: 2 },
        ...{ firstNumber: 'T-2026-000001', lastNumber: 'T-2026-000102', receiptsTTC: '10550.00' },
      }),
      expect.objectContaining({ category: 'Invitation', price: '0.00', paidTickets: 0, freeTickets: 3 }),
    ]);
  });

  test('the CNM tax is 3.5 % of receipts without VAT (R-174): 10,550 with VAT at 5.5 % is 10,000 without, 350 of tax', () => {
    expect(rows('CNM', [group(), free])).toEqual([
      expect.objectContaining({
        ...{ cnmNumber: 'C-34', paidTickets: 100, freeTickets: 3 },
        ...{ receiptsTTC: '10550.00', showTTC: '10550.00', showHT: '10000.00', rate: '3.5', tax: '350.00' },
      }),
    ]);
  });

  test('rooms whose address is missing are named once, those without declared tickets not at all', () => {
    const studio = { roomId: 'r2', room: 'Studio', city: null };
    const terrace = { roomId: 'r3', room: 'Terrasse', address: '', sold: 0 };
    expect(
      roomsWithoutAddress([group(), group(studio), group({ ...studio, priceMinor: 900 }), group(terrace)]),
    ).toEqual([{ id: 'r2', name: 'Studio' }]);
  });

  const dinner = group({
    sold: 10,
    vat: [550, 1_000].map((rateBasisPoints) => ({
      rateBasisPoints,
      amountMinor: rateBasisPoints === 550 ? 42_200 : 63_300,
      rates: [550, 1_000],
    })),
  });

  test('the CNM tax of a dinner show is due on the show alone, SACEM sees the meal beside it, SIBIL the whole price', () => {
    expect(rows('CNM', [dinner])).toEqual([
      expect.objectContaining({
        ...{ receiptsTTC: '1055.00', mealTTC: '633.00', showTTC: '422.00', showHT: '400.00', tax: '14.00' },
      }),
    ]);
    expect(rows('SACEM', [dinner])).toEqual([
      expect.objectContaining({ receiptsTTC: '1055.00', vat: '79.55', showHT: '400.00', mealHT: '575.45' }),
    ]);
    expect(rows('SIBIL', [dinner])).toEqual([
      expect.objectContaining({ price: '105.50', receiptsTTC: '1055.00', receiptsHT: '975.45' }),
    ]);
  });

  test('SACEM, CNM and SIBIL declare the same cents for a performance, and the slip the same receipts', () => {
    const share = fc.tuple(fc.integer({ min: 1, max: 99_999 }), fc.boolean());
    fc.assert(
      fc.property(fc.array(fc.tuple(share, share, fc.nat(200), fc.nat(3)), { maxLength: 30 }), (entries) => {
        const groups = entries.map(([[show], [meal, isDinner], sold, performance], index) => {
          const parts = isDinner ? { 550: show, 1000: meal } : { 550: show };
          const rates = Object.keys(parts).map(Number);
          return group({
            ...{ performanceId: `p${performance}`, category: `C${index}`, sold },
            priceMinor: isDinner ? show + meal : show,
            vat: Object.entries(parts).map(([rate, part]) => ({
              ...{ rateBasisPoints: Number(rate), amountMinor: part * sold, rates },
            })),
          });
        });
        const total = (kind: Parameters<typeof rowsOf>[0]) => {
          const totals = new StatementTotals(COLUMNS[kind]);
          for (const row of rowsOf(kind, groups, declarant, 350)) totals.add(row);
          return Object.fromEntries(
            COLUMNS[kind].map(([name], index) => [name, Math.round(Number(totals.row[index]) * 100)]),
          );
        };
        const [slip, sacem, cnm, sibil] = (['TICKETING_SLIP', 'SACEM', 'CNM', 'SIBIL'] as const).map(total);
        for (const statement of [sacem, cnm, sibil]) expect(statement?.receiptsTTC).toBe(slip?.receiptsTTC);
        expect(cnm?.showHT).toBe(sacem?.showHT);
        expect(sibil?.receiptsHT).toBe(Number(sacem?.showHT) + Number(sacem?.mealHT));
        expect(Number(sibil?.receiptsHT) + Number(sacem?.vat)).toBe(sibil?.receiptsTTC);
        expect(Number(cnm?.showTTC) + Number(cnm?.mealTTC)).toBe(cnm?.receiptsTTC);
      }),
    );
  });

  test('SACEM sees expenses once for each performance', () => {
    const other = group({ performanceId: 'p2', date: '2026-11-30' });
    const expenses = rows('SACEM', [group(), free, other]).map(({ expensesHT }) => expensesHT);
    expect(expenses).toEqual(['1200.00', null, '1200.00']);
  });

  test('SACEM has no row for tickets that were all cancelled or exchanged, which the slip counts', () => {
    const allCanceled = group({ category: 'Argent', priceMinor: 15_000, sold: 0, canceled: 1, vat: [] });
    expect(rows('SACEM', [allCanceled, group()])).toEqual([
      expect.objectContaining({ category: 'Or', tickets: 100, expensesHT: '1200.00' }),
    ]);
    expect(rows('TICKETING_SLIP', [allCanceled, group()])).toEqual([
      expect.objectContaining({ category: 'Argent', paidTickets: 0, canceledTickets: 1 }),
      expect.objectContaining({ category: 'Or', canceledTickets: 2 }),
    ]);
  });

  test('SACEM and CNM see the seats of the plan, or the gauge that the theatre declares; a sum of it means nothing', () => {
    const gauges = (gaugeUsed: number | null) =>
      (['SACEM', 'CNM'] as const).map((kind) =>
        rowsOf(kind, [group()], { ...declarant, gaugeUsed }, 350).map(
          (row) => row[COLUMNS[kind].findIndex(([name]) => name === 'gauge')],
        ),
      );
    expect(gauges(null)).toEqual([[240], [240]]);
    expect(gauges(180)).toEqual([[180], [180]]);
    const totals = new StatementTotals(COLUMNS.CNM);
    for (const row of rowsOf('CNM', [group()], declarant, 350)) totals.add(row);
    expect(totals.row[COLUMNS.CNM.findIndex(([name]) => name === 'gauge')]).toBeNull();
  });

  test('SIBIL has one row for each price, and none for tickets that were all canceled', () => {
    const allCanceled = group({ category: 'Argent', priceMinor: 5_000, sold: 0, canceled: 1, vat: [] });
    const same = group({
      category: 'Balcon',
      sold: 1,
      vat: [{ rateBasisPoints: 550, amountMinor: 10_550, rates: [550] }],
    });
    expect(rows('SIBIL', [group(), same, free, allCanceled])).toEqual([
      expect.objectContaining({ genre: 'genre.CABARET', price: '105.50', tickets: 101, zipCode: '69002' }),
      expect.objectContaining({ price: '0.00', tickets: 3, receiptsTTC: '0.00' }),
    ]);
  });

  test('the list of places sums up what its places cost', () => {
    const totals = new StatementTotals(COLUMNS.CLASSIC);
    const place = COLUMNS.CLASSIC.map(([name]) => (name === 'price' ? '129.00' : null));
    for (const row of [place, place]) totals.add(row);
    expect(totals.row[COLUMNS.CLASSIC.findIndex(([name]) => name === 'price')]).toBe('258.00');
  });

  test('totals are exact in cents, and prices have none', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(99_999), fc.nat(500)), { maxLength: 50 }), (entries) => {
        const groups = entries.map(([priceMinor, sold]) => group({ priceMinor, sold }));
        const totals = new StatementTotals(COLUMNS.TICKETING_SLIP);
        for (const row of rowsOf('TICKETING_SLIP', groups, declarant, 350)) totals.add(row);
        const sum = entries.reduce((all, [price, sold]) => all + price * sold, 0);
        const names = COLUMNS.TICKETING_SLIP.map(([name]) => name);
        const cents = String(totals.row[names.indexOf('receiptsTTC')]).replace('.', '');
        expect(Number(cents)).toBe(sum);
        expect(totals.row[names.indexOf('price')]).toBeNull();
      }),
    );
  });

  test.each(['fr', 'en'] as const)('every title, column and word has its text in %s', (language) => {
    for (const kind of STATEMENTS) {
      expect(titleOf(kind, language)).not.toBe('');
      for (const [name] of COLUMNS[kind]) expect(headerOf(name, language)).not.toBe('');
    }
    expect(() => wordOf('genre.UNKNOWN', language)).toThrow('genre.UNKNOWN');
  });
});
