import fc from 'fast-check';
import { AccountingDays, type Movement } from './accounting.domain';

const DINNER = [
  { rateBasisPoints: 550, amountMinor: 3_000 },
  { rateBasisPoints: 1_000, amountMinor: 7_000 },
];
const entries = (...movements: Movement[]) => {
  const days = new AccountingDays();
  for (const movement of movements) days.add(movement);
  return days.rows();
};
const cents = (value: unknown) => (value === null ? 0 : Number(String(value).replace('.', '')));

describe('accounting entries of a box office', () => {
  test('a payment is booked to its method, to sales and to VAT by rate', () => {
    expect(entries({ day: '2026-11-26', method: 'CARD', amountMinor: 10_000, vat: DINNER })).toEqual([
      ['2026-11-26', 'BI', '511', 'method.CARD', null, '100.00', null],
      ['2026-11-26', 'BI', '706', 'account.706', '10', null, '63.64'],
      ['2026-11-26', 'BI', '44571', 'account.44571', '10', null, '6.36'],
      ['2026-11-26', 'BI', '706', 'account.706', '5.5', null, '28.44'],
      ['2026-11-26', 'BI', '44571', 'account.44571', '5.5', null, '1.56'],
    ]);
  });

  test('a refund on another day is booked the other way round', () => {
    const rows = entries(
      {
        day: '2026-11-27',
        method: 'CASH',
        amountMinor: -1_055,
        vat: [{ rateBasisPoints: 550, amountMinor: 9 }],
      },
      {
        day: '2026-11-26',
        method: 'CASH',
        amountMinor: 1_055,
        vat: [{ rateBasisPoints: 550, amountMinor: 9 }],
      },
    );
    expect(rows.map(([day, , account, , , debit, credit]) => [day, account, debit, credit])).toEqual([
      ['2026-11-26', '53', '10.55', null],
      ['2026-11-26', '706', null, '10.00'],
      ['2026-11-26', '44571', null, '0.55'],
      ['2026-11-27', '53', null, '10.55'],
      ['2026-11-27', '706', '10.00', null],
      ['2026-11-27', '44571', '0.55', null],
    ]);
  });

  test('a voucher that is taxed at its use is an advance; what is taxed at its sale is not', () => {
    expect(
      entries({
        day: '2026-11-26',
        method: 'CARD',
        amountMinor: 8_600,
        vat: [{ rateBasisPoints: 2_000, amountMinor: 600 }],
        advanceMinor: 8_000,
      }),
    ).toEqual([
      ['2026-11-26', 'BI', '511', 'method.CARD', null, '86.00', null],
      ['2026-11-26', 'BI', '706', 'account.706', '20', null, '5.00'],
      ['2026-11-26', 'BI', '44571', 'account.44571', '20', null, '1.00'],
      ['2026-11-26', 'BI', '4191', 'method.VOUCHER', null, null, '80.00'],
    ]);
    // Used on the same day: the advance comes and goes.
    const sold = { day: '2026-11-26', method: 'CARD', amountMinor: 8_000, vat: [], advanceMinor: 8_000 };
    const used = { day: '2026-11-26', method: 'VOUCHER', amountMinor: 8_000, vat: DINNER };
    const advances = entries(sold, used).filter(([, , account]) => account === '4191');
    expect(advances.map(([, , , , , debit, credit]) => [debit, credit])).toEqual([
      ['80.00', null],
      [null, '80.00'],
    ]);
  });

  test('a formula or an option with an account of its own is booked there, its VAT with that of its rate', () => {
    const vat = [
      { rateBasisPoints: 1_000, amountMinor: 6_600 },
      { rateBasisPoints: 1_000, amountMinor: 1_100, accountingCode: '70620' },
      { rateBasisPoints: 1_000, amountMinor: 2_200, accountingCode: '70610' },
      { rateBasisPoints: 1_000, amountMinor: 1_100, accountingCode: ' ' },
    ];
    expect(entries({ day: '2026-11-26', method: 'CARD', amountMinor: 11_000, vat })).toEqual([
      ['2026-11-26', 'BI', '511', 'method.CARD', null, '110.00', null],
      ['2026-11-26', 'BI', '706', 'account.706', '10', null, '70.00'],
      ['2026-11-26', 'BI', '70610', 'account.sales', '10', null, '20.00'],
      ['2026-11-26', 'BI', '70620', 'account.sales', '10', null, '10.00'],
      ['2026-11-26', 'BI', '44571', 'account.44571', '10', null, '10.00'],
    ]);
  });

  describe('when what a reservation holds changes between two movements', () => {
    const DRINK = { rateBasisPoints: 2_000, amountMinor: 6_000 };
    const paid = { day: '2026-11-26', method: 'CARD', amountMinor: 16_000, vat: [...DINNER, DRINK] };

    test('the refund of a place takes back what that place was booked as', () => {
      const refunded = {
        ...{ day: '2026-12-02', method: 'CARD', amountMinor: -6_000, vat: DINNER },
        ...{ beforeMinor: 16_000, vatBefore: paid.vat },
      };
      expect(entries(paid, refunded).slice(entries(paid).length)).toEqual([
        ['2026-12-02', 'BI', '511', 'method.CARD', null, null, '60.00'],
        ['2026-12-02', 'BI', '706', 'account.706', '20', '50.00', null],
        ['2026-12-02', 'BI', '44571', 'account.44571', '20', '10.00', null],
      ]);
      expect(entries(paid, refunded).slice(0, entries(paid).length)).toEqual(entries(paid));
    });

    test('all that is booked is what the money that is left is for', () => {
      const step = fc.record({
        amountMinor: fc.integer({ min: -20_000, max: 50_000 }),
        vat: fc.tuple(fc.nat(9_000), fc.nat(9_000), fc.nat(9_000)),
      });
      fc.assert(
        fc.property(fc.array(step, { minLength: 1, maxLength: 8 }), (steps) => {
          let beforeMinor = 0;
          let vatBefore: Movement['vat'] = [];
          const movements = steps.map(({ amountMinor, vat: [meal, show, drink] }): Movement => {
            const vat = [
              { rateBasisPoints: 2_000, amountMinor: drink + 1 },
              { rateBasisPoints: 1_000, amountMinor: meal },
              { rateBasisPoints: 550, amountMinor: show },
            ];
            const movement = { day: '2026-11-26', method: 'CARD', amountMinor, vat, beforeMinor, vatBefore };
            [beforeMinor, vatBefore] = [beforeMinor + amountMinor, vat];
            return movement;
          });
          const left = { day: '2026-11-26', method: 'CARD', amountMinor: beforeMinor, vat: vatBefore };
          expect(entries(...movements)).toEqual(entries(left));
        }),
      );
    });
  });

  test('money without known rates waits in the suspense account', () => {
    expect(entries({ day: '2026-11-26', method: 'SHELLS', amountMinor: 500, vat: [] })).toEqual([
      ['2026-11-26', 'BI', '471', 'method.OTHER', null, '5.00', null],
      ['2026-11-26', 'BI', '471', 'account.471', null, null, '5.00'],
    ]);
  });

  test('debits and credits of each day are equal', () => {
    const movement = fc.record({
      day: fc.constantFrom('2026-11-26', '2026-11-27', '2026-11-28'),
      method: fc.constantFrom('CARD', 'CASH', 'CHEQUE', 'TRANSFER', 'OTHER'),
      amountMinor: fc.integer({ min: -500_000, max: 500_000 }),
      vat: fc.uniqueArray(
        fc.record({
          rateBasisPoints: fc.constantFrom(210, 550, 1_000, 2_000),
          amountMinor: fc.nat(1_000_000),
          accountingCode: fc.constantFrom('', '70610', '70620'),
        }),
        { selector: (share) => `${share.rateBasisPoints} ${share.accountingCode}`, maxLength: 6 },
      ),
    });
    fc.assert(
      fc.property(fc.array(movement, { maxLength: 40 }), (movements) => {
        const balance = new Map<unknown, number>();
        for (const [day, , , , , debit, credit] of entries(...movements))
          balance.set(day, (balance.get(day) ?? 0) + cents(debit) - cents(credit));
        expect([...balance.values()].every((sum) => sum === 0)).toBe(true);
      }),
    );
  });
});
