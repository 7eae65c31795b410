import { blocked, bool, country, text, type Rule, type ValuesOf } from '@coulisse/resource';

/** Address of a third party and its uses. */
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

/** Flags that only one address of a third party can have. */
const SINGLE = ['mainBilling', 'mainDelivery', 'headquarter'] as const;

/** One rule for each flag; the error is reported at the second address that has it. */
export const addressRules = SINGLE.map((flag): Rule<{ addresses: readonly Address[] }> => ({ addresses }) => {
  const [, second] = addresses.flatMap((entry, index) => (entry[flag] ? [index] : []));
  return second !== undefined && blocked('validation.unique', undefined, `/addresses/${second}/${flag}`);
});
