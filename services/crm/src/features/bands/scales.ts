import { loyaltyLabel, prospectStatus } from '../../resources';

/** Resources whose records divide a scale into bands. */
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
    /** Percent: the highest value. */
    top: '100',
  },
} as const;
export type Scale = (typeof scales)[keyof typeof scales];
