import { BUYER_NAME_MAX, isBuyerName, nameLength, storedBuyerName } from '@coulisse/identifiers/buyer-name';
import { z } from 'zod';

const name = (min: 0 | 1, max: number) =>
  z
    .string()
    .overwrite(storedBuyerName)
    .min(min, { abort: true })
    .refine((text) => nameLength(text) <= max, {
      params: { code: 'validation.length', params: { min, max } },
      abort: true,
    })
    .refine((text) => (min === 0 && text === '') || isBuyerName(text), {
      params: { code: 'validation.buyer-name' },
    })
    .meta({ minLength: min, maxLength: max });

/** A name of a buyer in a request, as typed: any script, signs and emoji. Logins have `personName`, which is narrower. */
export const buyerName = (max = BUYER_NAME_MAX) => name(1, max);

/** The same, where it may be left empty. */
export const optionalBuyerName = (max = BUYER_NAME_MAX) => name(0, max);
