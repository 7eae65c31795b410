import { isBuyerName, nameLength, storedBuyerName } from './buyer-name';
import vectors from './buyer-name.vectors.json';

describe('isBuyerName', () => {
  it.each(vectors.accepted)('accepts %j as typed', (name) => {
    expect(storedBuyerName(name)).toBe(name);
    expect(isBuyerName(name)).toBe(true);
  });
  it.each(vectors.refused)('refuses %j', (name) => expect(isBuyerName(storedBuyerName(name))).toBe(false));

  it('refuses half of a surrogate pair, which the database would', () => {
    expect(isBuyerName('Ana\ud83d')).toBe(false);
    expect(isBuyerName('\ude00Ana')).toBe(false);
  });

  it('answers at once for a huge text', () => {
    expect(isBuyerName('\u0301'.repeat(1_000_000))).toBe(false);
    expect(isBuyerName(`${'a'.repeat(1_000_000)}\0`)).toBe(false);
  });
});

describe('storedBuyerName', () => {
  it('composes marks, so that one name has one form', () =>
    expect(storedBuyerName('Ele\u0301onore Nguye\u0302\u0303n')).toBe('Eléonore Nguyễn'));

  it('takes controls of writing direction out, and keeps joiners', () => {
    expect(storedBuyerName('Ana\u202egnp.exe')).toBe('Anagnp.exe');
    expect(storedBuyerName('\u2067Ana\u2069 \u202aLys\u202c')).toBe('Ana Lys');
    expect(storedBuyerName('👩‍🚀')).toBe('👩‍🚀');
  });

  it('leaves nothing of a name of such controls', () =>
    expect(isBuyerName(storedBuyerName('\u202e \u2066'))).toBe(false));
});

it('counts characters as the database does', () => {
  expect(nameLength('𠮷田')).toBe(2);
  expect(nameLength('👨‍👩‍👧')).toBe(5);
});
