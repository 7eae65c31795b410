import type { Resources } from '@coulisse/resource-server';
import type { Actor, Tx } from '@coulisse/service-kit';
import { loyaltyLabel, prospectStatus } from '../../resources';

/** A band to write, in an open transaction. */
interface OpenBand {
  readonly resources: Resources;
  readonly tx: Tx;
  readonly actor: Actor;
  readonly id: string;
}
/** The command of a band checks the whole scale, which is done once after the last of several bands. */
const UNCHECKED = { withoutCommands: true } as const;

/** Resources whose records divide a scale into bands. */
export const scales = {
  loyalty: {
    resource: loyaltyLabel,
    min: 'minAmountHT',
    max: 'maxAmountHT',
    columns: { min: 'min_amount_ht', max: 'max_amount_ht' },
    setLimits: (
      { resources, tx, actor, id }: OpenBand,
      minAmountHT: string | null,
      maxAmountHT: string | null,
    ) => resources.of(loyaltyLabel).update(tx, actor, id, { minAmountHT, maxAmountHT }, UNCHECKED),
  },
  prospect: {
    resource: prospectStatus,
    min: 'min',
    max: 'max',
    columns: { min: 'min', max: 'max' },
    setLimits: ({ resources, tx, actor, id }: OpenBand, min: string | null, max: string | null) =>
      resources.of(prospectStatus).update(tx, actor, id, { min, max }, UNCHECKED),
    /** Percent: the highest value. */
    top: '100',
  },
} as const;
export type Scale = (typeof scales)[keyof typeof scales];
