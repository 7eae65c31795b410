import { foldText, hasColumn, isWritable } from '@coulisse/resource';
import type { Address } from '../../resources/addresses';
import { tiers } from '../../resources/tiers.resource';

type Values = Readonly<Record<string, unknown>>;
export type Side = 'this' | 'other';
export type Choices = Readonly<Record<string, Side>>;

/** Not selectable: what a record is, and what follows from another choice. */
const FOLLOWS = new Set(['kind', 'isArchived', 'loyaltyIsManual']);
/** Fields for which a merge selects one of two values. */
export const CHOSEN_FIELDS: readonly string[] = Object.entries(tiers.fields)
  .filter(([name, { spec }]) => hasColumn(spec) && isWritable(tiers, name) && !FOLLOWS.has(name))
  .map(([name]) => name);

const isEmpty = (value: unknown) => value === null || value === undefined || value === '';

/**
 * Values of the remaining third party: the chosen ones, else its own, else, where it has none, the other one's. The
 * e-mail address that was not chosen becomes the secondary one if that is empty.
 */
export function mergedValues(own: Values, other: Values, choices: Choices): Record<string, unknown> {
  const side = (field: string): Side => choices[field] ?? (isEmpty(own[field]) ? 'other' : 'this');
  const values = Object.fromEntries(
    CHOSEN_FIELDS.map((field) => [field, side(field) === 'this' ? own[field] : other[field]]),
  );
  const dropped = side('email') === 'this' ? other.email : own.email;
  return {
    ...values,
    ...(isEmpty(values.secondaryEmail) && dropped !== values.email
      ? { secondaryEmail: dropped ?? null }
      : {}),
    // The flag comes from the same side as the label.
    loyaltyIsManual: side('loyalty') === 'this' ? own.loyaltyIsManual : other.loyaltyIsManual,
  };
}

type Stored = Address & { readonly id: string };
const place = ({ addressLine1, zipCode, city, country }: Address) =>
  [addressLine1, zipCode, city, country]
    .map((part) => foldText(part ?? '').replace(/[^a-z0-9]/g, ''))
    .join('|');

/**
 * Addresses that a third party takes over: those of new places, without main flags where it has its own main address.
 */
export function takenAddresses<A extends Stored>(own: readonly A[], others: readonly A[]): A[] {
  const existingPlaces = new Set(own.map(place));
  const free = (flag: 'mainBilling' | 'mainDelivery' | 'headquarter') =>
    !own.some((address) => address[flag]);
  const [billing, delivery, headquarter] = [free('mainBilling'), free('mainDelivery'), free('headquarter')];
  return others
    .filter((address) => !existingPlaces.has(place(address)))
    .map((address) => ({
      ...address,
      mainBilling: address.mainBilling && billing,
      mainDelivery: address.mainDelivery && delivery,
      headquarter: address.headquarter && headquarter,
    }));
}
