import { folded, hasColumn, isWritable } from '@coulisse/resource';
import type { Address } from '../../resources/addresses';
import { tiers } from '../../resources/tiers.resource';

type Values = Readonly<Record<string, unknown>>;
export type Side = 'this' | 'other';
export type Choices = Readonly<Record<string, Side>>;

/** Not to be chosen: what a record is, and what follows from another choice. */
const FOLLOWS = new Set(['kind', 'isArchived', 'loyaltyIsManual']);
/** Fields of which a merge keeps one of two values. */
export const CHOSEN_FIELDS: readonly string[] = Object.entries(tiers.fields)
  .filter(([name, { spec }]) => hasColumn(spec) && isWritable(tiers, name) && !FOLLOWS.has(name))
  .map(([name]) => name);

const isEmpty = (value: unknown) => value === null || value === undefined || value === '';

/**
 * The values that a third party has after it took another one in: those that were chosen, else its own, else, where it had
 * none, the other one's. An address that was not kept stays as the secondary one where there is room for it.
 */
export function mergedValues(own: Values, other: Values, keep: Choices): Record<string, unknown> {
  const side = (field: string): Side => keep[field] ?? (isEmpty(own[field]) ? 'other' : 'this');
  const values = Object.fromEntries(
    CHOSEN_FIELDS.map((field) => [field, side(field) === 'this' ? own[field] : other[field]]),
  );
  const dropped = side('email') === 'this' ? other.email : own.email;
  return {
    ...values,
    ...(isEmpty(values.secondaryEmail) && dropped !== values.email
      ? { secondaryEmail: dropped ?? null }
      : {}),
    // Who chose the label comes with the label.
    loyaltyIsManual: side('loyalty') === 'this' ? own.loyaltyIsManual : other.loyaltyIsManual,
  };
}

type Stored = Address & { readonly id: string };
const place = ({ addressLine1, zipCode, city, country }: Address) =>
  [addressLine1, zipCode, city, country]
    .map((part) => folded(part ?? '').replace(/[^a-z0-9]/g, ''))
    .join('|');

/** Addresses that a third party takes over: those of places that it does not have, main ones no longer where it has its own. */
export function takenAddresses<A extends Stored>(own: readonly A[], others: readonly A[]): A[] {
  const known = new Set(own.map(place));
  const free = (flag: 'mainBilling' | 'mainDelivery' | 'headquarter') => !own.some((one) => one[flag]);
  const [billing, delivery, headquarter] = [free('mainBilling'), free('mainDelivery'), free('headquarter')];
  return others
    .filter((one) => !known.has(place(one)))
    .map((one) => ({
      ...one,
      mainBilling: one.mainBilling && billing,
      mainDelivery: one.mainDelivery && delivery,
      headquarter: one.headquarter && headquarter,
    }));
}
