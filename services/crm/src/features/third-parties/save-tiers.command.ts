import type { RecordValuesOf } from '@coulisse/resource';
import { Problem, type Tx } from '@coulisse/service-kit';
import { defineCommand } from '@coulisse/resource-server';
import { tiers } from '../../resources';
import { readBands } from '../bands/bands.read-model';
import { scales } from '../bands/scales';
import { chosenLoyalty, loyaltyFor } from '../loyalty/loyalty.domain';
import { turnoverOf } from '../loyalty/turnover.read-model';
import { withMainAddresses } from './main-addresses.domain';
import { officialNumbers } from './official-numbers.domain';

type Values = Partial<RecordValuesOf<typeof tiers>>;

/** The label of a third party by its turnover. */
async function earned(tx: Tx, id: string): Promise<string | null> {
  const { amountHT } = await turnoverOf(tx, id);
  return loyaltyFor(await readBands(tx, scales.loyalty), amountHT);
}

/** Values that follow from changes of a third party. `before` is the stored record; null for a new one. */
async function following(tx: Tx, id: string, changes: Values, before: Values | null): Promise<Values> {
  const { values, errors } = officialNumbers({ siren: before?.siren, ...changes });
  if (errors.length) throw new Problem('validation.failed', { errors });
  const choosesLabel = 'loyalty' in changes || 'loyaltyIsManual' in changes;
  return {
    ...values,
    ...(changes.addresses ? { addresses: withMainAddresses(changes.addresses) } : {}),
    ...(choosesLabel ? chosenLoyalty(changes, await earned(tx, id)) : {}),
  };
}

/** Input of a new record has every field: an empty label is not a choice. */
const chosen = ({ loyalty, loyaltyIsManual, ...rest }: Values): Values => {
  return { ...rest, ...(loyalty || loyaltyIsManual ? { loyalty, loyaltyIsManual: true } : {}) };
};

export const createTiers = defineCommand(tiers, 'create', async ({ id, values, tx, proceed }) =>
  proceed(await following(tx, id, chosen(values), null)),
);

export const updateTiers = defineCommand(tiers, 'update', async ({ id, record, changes, tx, proceed }) => {
  if (record.mergedInto) throw new Problem('tiers.already-merged');
  return proceed(await following(tx, id, changes, record));
});
