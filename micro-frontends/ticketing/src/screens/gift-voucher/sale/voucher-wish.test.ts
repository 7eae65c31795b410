import { discountMinorOf, dueOf, NO_WISH, orderOf, worthOf, type VoucherOffer } from './voucher-wish';

const offer: VoucherOffer = {
  cannotBeSoldMessage: null,
  formulas: [{ id: 'f', name: 'Duo', description: '', priceMinor: 8_900, minimumNumberOfPeople: 2 }],
  postage: { name: 'La Poste', priceMinor: 600 },
  giftBag: { contents: 'Programme', priceMinor: 300 },
  ...{ today: '2026-11-27', lastDay: '2027-11-27', leastMinor: 100, mostMinor: 1_000_000 },
};

describe('what a voucher at the desk is worth', () => {
  it('is the typed amount, within the limits', () => {
    expect(worthOf({ ...NO_WISH, amount: '80' }, offer)).toBe(8_000);
    expect(worthOf({ ...NO_WISH, amount: '80,5' }, offer)).toBe(8_050);
    for (const amount of ['', '0,50', '10000,01', 'x', '-3'])
      expect(worthOf({ ...NO_WISH, amount }, offer)).toBeNull();
  });

  it('is a formula for enough people', () => {
    const wish = { ...NO_WISH, kind: 'formula' as const, formula: 'f', people: 3 };
    expect(worthOf(wish, offer)).toBe(26_700);
    expect(worthOf({ ...wish, people: 1 }, offer)).toBeNull();
    expect(worthOf({ ...wish, formula: '' }, offer)).toBeNull();
  });
});

it('adds the postage of the theatre, and nothing where it has none', () => {
  const wish = { ...NO_WISH, amount: '50', isPostal: true };
  expect(dueOf(wish, offer)).toBe(5_600);
  expect(dueOf(wish, { ...offer, postage: null })).toBe(5_000);
});

it('adds the gift bag, and nothing where nothing belongs into it', () => {
  const wish = { ...NO_WISH, amount: '50', hasGiftBag: true };
  expect(dueOf(wish, offer)).toBe(5_300);
  expect(dueOf(wish, { ...offer, giftBag: null })).toBe(5_000);
});

describe('a discount', () => {
  const wish = (value: string, kind: 'percentage' | 'amount' = 'percentage') => ({
    ...{ ...NO_WISH, amount: '80', isPostal: true },
    discount: { kind, entry: 'TTC' as const, value },
  });

  it('is taken off the price, not off the postage', () => {
    expect(dueOf(wish('12,5'), offer)).toBe(7_600);
    expect(dueOf(wish('5', 'amount'), offer)).toBe(8_100);
    expect(dueOf(wish('100'), offer)).toBe(600);
    expect(discountMinorOf(wish(''), offer)).toBe(0);
  });

  it('is not more than the price, and an amount', () => {
    for (const wrong of [wish('100,01'), wish('80,01', 'amount'), wish('x'), wish('-5')])
      expect(discountMinorOf(wrong, offer)).toBeNull();
  });

  it('is sent as a percentage or an amount', () => {
    expect(orderOf(wish('12,5')).discount).toEqual({ kind: 'percentage', percentage: '12.50' });
    expect(orderOf(wish('5', 'amount')).discount).toEqual({ kind: 'amount', amount: '5.00', entry: 'TTC' });
    expect(orderOf(wish('0')).discount).toBeNull();
  });
});

it('is sent as the API takes it', () => {
  expect(orderOf({ ...NO_WISH, amount: '50', beneficiaryEmail: ' ', sendOn: '' })).toEqual({
    ...{ amount: '50.00', beneficiaryName: '', message: '', isPostal: false, hasGiftBag: false },
    ...{ beneficiaryEmail: null, sendOn: null, discount: null },
  });
  expect(orderOf({ ...NO_WISH, kind: 'formula', formula: 'f', people: 2 })).toMatchObject({
    ...{ formula: 'f', quantity: 2 },
  });
});
