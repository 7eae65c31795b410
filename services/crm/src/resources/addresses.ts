import { blocked, bool, country, text, type Rule, type ValuesOf } from '@coulisse/resource';

/** Where a third party is, and what for. */
export const address = {
  name: text({ max: 120 }),
  addressLine1: text({ max: 200 }),
  addressLine2: text({ max: 200 }),
  addressLine3: text({ max: 200 }),
  zipCode: text({ max: 12 }),
  city: text({ max: 120 }),
  country: country(),
  billing: bool(),
  delivery: bool(),
  mainBilling: bool(),
  mainDelivery: bool(),
  headquarter: bool(),
};
export type Address = ValuesOf<typeof address>;

/** What only one address of a third party can be. */
const SINGLE = ['mainBilling', 'mainDelivery', 'headquarter'] as const;

/** One rule for each: the second address that says so is the one that is wrong. */
export const addressRules = SINGLE.map((flag): Rule<{ addresses: readonly Address[] }> => ({ addresses }) => {
  const [, second] = addresses.flatMap((one, index) => (one[flag] ? [index] : []));
  return second !== undefined && blocked('validation.unique', undefined, `/addresses/${second}/${flag}`);
});
