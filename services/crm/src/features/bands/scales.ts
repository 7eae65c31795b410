import { loyaltyLabel, prospectStatus } from '../../resources';

/** A resource whose records share a scale out among themselves. */
export const scales = {
  loyalty: {
    resource: loyaltyLabel,
    min: 'minAmountHT',
    max: 'maxAmountHT',
    columns: { min: 'min_amount_ht', max: 'max_amount_ht' },
  },
  prospect: {
    resource: prospectStatus,
    min: 'min',
    max: 'max',
    columns: { min: 'min', max: 'max' },
    /** Percent: nothing goes beyond. */
    top: '100',
  },
} as const;
export type Scale = (typeof scales)[keyof typeof scales];
