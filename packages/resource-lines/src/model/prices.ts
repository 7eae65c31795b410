import { basisPoints, roundHalfUp } from '@coulisse/money';
import type { PriceEntry } from './document';

const PRICE = /^(-?)(\d{1,9})(?:\.(\d{1,6}))?$/;
const MILLION = 1_000_000;

/** A unit price with VAT as one without, or the other way round, to six decimals; text that is no price is unchanged. */
export const convertedPrice = (price: string, vatRate: string, to: PriceEntry): string => {
  const [, sign = '', integer, fraction = ''] = PRICE.exec(price) ?? [];
  const rate = Number(vatRate || '0');
  if (integer === undefined || !(rate >= 0 && rate <= 100)) return price;
  const millionths = BigInt(integer + fraction.padEnd(6, '0'));
  const hundredPercent = 10_000n;
  const taxed = hundredPercent + BigInt(basisPoints(Math.round(rate * 100)));
  const converted =
    to === 'TTC'
      ? roundHalfUp(millionths * taxed, hundredPercent)
      : roundHalfUp(millionths * hundredPercent, taxed);
  const decimals = String(converted % MILLION)
    .padStart(6, '0')
    .replace(/0+$/, '');
  return `${sign}${Math.trunc(converted / MILLION)}${decimals && `.${decimals}`}`;
};
