import { amountHT, chosenLoyalty, loyaltyFor } from './loyalty.domain';

const line = (baseMinor: number) => ({ rateBasisPoints: 550, baseMinor, taxMinor: 0 });

describe('the amount of a reservation', () => {
  it('is the sum of its bases without VAT', () =>
    expect(amountHT({ totalMinor: 8900, vatLines: [line(4455), line(3791)] })).toBe('82.46'));
  it('is the total where no rate is known', () =>
    expect(amountHT({ totalMinor: 8900, vatLines: [] })).toBe('89.00'));
});

describe('R-204: the loyalty label of a turnover', () => {
  const bands = [
    { id: 'bronze', name: 'Bronze', min: '0', max: '500' },
    { id: 'gold', name: 'Or', min: '500', max: null },
  ];
  it.each([
    ['0.00', null],
    ['0.01', 'bronze'],
    ['500.00', 'gold'],
  ])('of %s is %s', (turnover, label) => expect(loyaltyFor(bands, turnover)).toBe(label));
  it('is null where no band contains it', () => expect(loyaltyFor([], '10.00')).toBeNull());
});

describe('a label', () => {
  it.each([
    ['that was not chosen by hand follows the sales', {}, {}],
    ['that was chosen becomes manual', { loyalty: 'gold' }, { loyaltyIsManual: true }],
    [
      'that was cleared follows the turnover again',
      { loyalty: null },
      { loyaltyIsManual: false, loyalty: 'bronze' },
    ],
    ['may be empty by choice', { loyalty: null, loyaltyIsManual: true }, { loyaltyIsManual: true }],
    [
      'follows the turnover again whatever was chosen with it',
      { loyalty: 'gold', loyaltyIsManual: false },
      { loyaltyIsManual: false, loyalty: 'bronze' },
    ],
    ['stays unchanged', { loyaltyIsManual: true }, { loyaltyIsManual: true }],
  ])('%s', (_what, changes, expected) => expect(chosenLoyalty(changes, 'bronze')).toEqual(expected));
});
