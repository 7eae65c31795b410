import { Problem, type Tx } from '@coulisse/service-kit';
import type { Command } from '@coulisse/service-kit/kernel/index';
import { readBands } from '../bands/bands.read-model';
import { scales } from '../bands/scales';
import type { Address } from '../../resources/addresses';
import { chosenLoyalty, loyaltyFor, type Loyalty } from '../loyalty/loyalty.domain';
import { turnoverOf } from '../loyalty/turnover.read-model';
import { withMainAddresses } from './main-addresses.domain';
import { officialNumbers } from './official-numbers.domain';

type Values = Record<string, unknown>;

/** The label that a third party earns by what it bought. */
async function earned(tx: Tx, id: string): Promise<string | null> {
  const { amountHT } = await turnoverOf(tx, id);
  return loyaltyFor(await readBands(tx, scales.loyalty), amountHT);
}

/** What follows from some values of a third party. `before` is the record that they change; none of a new one. */
async function following(tx: Tx, id: string, given: Values, before: Values | null): Promise<Values> {
  const { values, errors } = officialNumbers({ siren: before?.siren, ...given });
  if (errors.length) throw new Problem('validation.failed', { errors });
  const choosesLabel = 'loyalty' in given || 'loyaltyIsManual' in given;
  return {
    ...values,
    ...(given.addresses ? { addresses: withMainAddresses(given.addresses as Address[]) } : {}),
    ...(choosesLabel ? chosenLoyalty(given as Partial<Loyalty>, await earned(tx, id)) : {}),
  };
}

/** A new record gives every field: what it leaves empty is not a choice. */
const chosen = (input: Values): Values => {
  const { loyalty, loyaltyIsManual, ...rest } = input;
  return { ...rest, ...(loyalty || loyaltyIsManual ? { loyalty, loyaltyIsManual: true } : {}) };
};

export const createTiers: Command = async (input, tx, _ctx, proceed) =>
  proceed(await following(tx, String(input.id), chosen(input), null));

export const updateTiers: Command = async (input, tx, _ctx, proceed) => {
  const record = input.record as Values;
  if (record.mergedInto) throw new Problem('tiers.already-merged');
  return proceed(await following(tx, String(input.id), input.changes as Values, record));
};
